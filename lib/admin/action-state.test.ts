import { describe, expect, it } from 'vitest';
import { postedForm } from '#lib/testing/admin';
import { answerForm } from './action-state';

describe('the answer to a form', () => {
  it('contains what was typed, but no secret', () => {
    const { values } = answerForm(postedForm({ name: 'corp', client_secret: 'x', csrf: 'old' }), {});
    expect(values).toEqual({ name: ['corp'] });
  });

  it('has a new token after a sign-in, and keeps it while other problems are corrected', () => {
    const renewed = answerForm(postedForm({ csrf: 'old' }), { problem: 'forbidden', csrf: 'new' });
    expect(renewed.csrf).toBe('new');
    const invalid = answerForm(postedForm({ csrf: renewed.csrf ?? '' }), { problem: 'invalid' });
    expect(invalid.csrf).toBe('new');
  });

  it('gives no new token to a form without one', () => {
    expect(answerForm(postedForm({}), { problem: 'reauthenticate' }).csrf).toBeNull();
  });
});
