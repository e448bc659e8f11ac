import { describe, expect, it } from 'vitest';
import { postedForm } from '#lib/testing/admin';
import { checkSize } from './read-form';

describe('a posted form', () => {
  it('returns what was typed, except secrets and confirmations', () => {
    const form = postedForm({
      name: 'Corp',
      scope: ['a', 'b'],
      client_secret: 's3cret',
      confirm_password: 'mine',
      confirm_code: '123456',
      csrf: 'x',
    });
    expect(form.shown).toEqual({ name: ['Corp'], scope: ['a', 'b'] });
    expect(JSON.stringify(form)).not.toMatch(/s3cret|mine|123456/);
  });
});

const dataOf = (values: readonly string[]) => {
  const data = new FormData();
  for (const value of values) data.append('redirect_uris', value);
  return data;
};

describe('the size of a posted form', () => {
  const uri = `https://${'a'.repeat(392)}`;

  it.each([
    ['500 redirect URIs of 400 characters', [Array.from({ length: 500 }, () => uri).join('\r\n')]],
    ['the longest value', ['x'.repeat(524_288)]],
    ['as many values as fit', Array.from({ length: 2000 }, String)],
  ])('is accepted for %s, and nothing is cut', (_, values) => {
    expect(() => checkSize(dataOf(values))).not.toThrow();
    expect(postedForm({ redirect_uris: values }).list('redirect_uris')).toEqual(values);
  });

  it('is refused at the field of a longer value (security #1)', () => {
    const field = expect.objectContaining({
      field: 'redirect_uris',
      code: 'too_big',
      facts: { limit: 524_288, of: 'string' },
    });
    expect(() => checkSize(dataOf(['', 'x'.repeat(524_289)]))).toThrow(
      expect.objectContaining({ name: 'AdminError', code: 'invalid', fields: [field] }),
    );
  });

  it('is refused for more values', () => {
    expect(() => checkSize(dataOf(Array.from({ length: 2001 }, String)))).toThrow(/too many values/);
  });
});
