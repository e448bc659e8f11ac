import { describe, expect, it } from 'vitest';
import { postedForm } from '#lib/testing/admin';

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
