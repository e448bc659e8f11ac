import { describe, expect, it } from 'vitest';
import { postedForm } from '#lib/testing/admin';
import { typedValues } from './entry-fields';

const kinds = {
  lifetime: 'duration',
  grace: 'auto_duration',
  remember: 'check',
  uris: 'uris',
  names: 'levels',
} as const;
const typed = (fields: Parameters<typeof postedForm>[0]) => typedValues(kinds, postedForm(fields));

describe('the values of a form', () => {
  it.each([
    [{ lifetime: '15', lifetime_unit: 'minutes' }, 900],
    [{ lifetime: '15', lifetime_unit: 'seconds' }, 15],
    [{ lifetime: '1 h 30 min', lifetime_unit: 'days' }, 5400],
    [{ lifetime: '15', lifetime_unit: 'fortnights' }, 15],
    [{ lifetime: '15' }, 15],
    [{ lifetime: '', lifetime_unit: 'minutes' }, null],
  ])('have a duration: %j', (fields, seconds) => {
    expect(typed(fields).lifetime).toBe(seconds);
  });

  it('have a duration that the server may choose', () => {
    expect(typed({ grace: '', grace_unit: 'auto' }).grace).toBe('auto');
    expect(typed({ grace: '10', grace_unit: 'seconds' }).grace).toBe(10);
    const unclear = [expect.objectContaining({ field: 'grace', code: 'duration_without_unit' })];
    expect(() => typed({ grace: '10', grace_unit: 'auto' })).toThrow(expect.objectContaining({ fields: unclear }));
  });

  it.each<[string, Record<string, number>]>([
    ['', {}],
    ['urn:a 2', { 'urn:a': 2 }],
    ['urn:a=1\n  urn:b = 4 ', { 'urn:a': 1, 'urn:b': 4 }],
    ['urn:a== 3', { 'urn:a=': 3 }],
    ['two words 2', { 'two words': 2 }],
    ['urn:a2 3', { 'urn:a2': 3 }],
  ])('have levels with names: %j', (names, levels) => {
    expect(typed({ names }).names).toEqual(levels);
  });

  it.each(['urn:a', 'urn:a2', 'urn:a 5', 'urn:a 0', '2', '= 2', `urn:a${' '.repeat(100_000)}x`])(
    'have no level in %j',
    (names) => {
      const unclear = [expect.objectContaining({ field: 'names', code: 'unreadable_levels' })];
      expect(() => typed({ names })).toThrow(expect.objectContaining({ fields: unclear }));
    },
  );

  it('omit what the form left unchanged', () => {
    const fields = { lifetime: 'not read', uris: 'https://a.example/', unchanged: ['lifetime', 'remember', 'names'] };
    expect(typed(fields)).toEqual({ grace: 'auto', uris: ['https://a.example/'] });
    expect(typed({ ...fields, lifetime: '1', unchanged: [] })).toMatchObject({ lifetime: 1, remember: false });
  });
});
