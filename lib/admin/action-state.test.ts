import { describe, expect, it } from 'vitest';
import { postedForm } from '#lib/testing/admin';
import { answerForm } from './action-state';

describe('what a form is answered', () => {
  it('has what was typed, and no secret', () => {
    const { values } = answerForm(postedForm({ name: 'corp', client_secret: 'x', csrf: 'old' }), {});
    expect(values).toEqual({ name: ['corp'] });
  });

  it('has a new token after somebody signed in, and keeps it while other things are put right', () => {
    const renewed = answerForm(postedForm({ csrf: 'old' }), { problem: 'forbidden', csrf: 'new' });
    expect(renewed.csrf).toBe('new');
    const invalid = answerForm(postedForm({ csrf: renewed.csrf ?? '' }), { problem: 'invalid' });
    expect(invalid.csrf).toBe('new');
  });

  it('leaves a form without a token its own', () => {
    expect(answerForm(postedForm({}), { problem: 'reauthenticate' }).csrf).toBeNull();
  });
});
