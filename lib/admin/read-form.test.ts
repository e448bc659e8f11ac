import { describe, expect, it } from 'vitest';
import { postedForm } from '#lib/testing/admin';

describe('a posted form', () => {
  it('gives back what was typed, and of secrets only that they were', () => {
    const form = postedForm({ name: 'Corp', scope: ['a', 'b'], client_secret: 's3cret', password: '', csrf: 'x' });
    expect(form.shown).toEqual({ name: ['Corp'], scope: ['a', 'b'] });
    expect(form.unshown).toEqual({ secrets: ['client_secret'], files: [] });
    expect(JSON.stringify(form)).not.toContain('s3cret');
  });
});
