import { describe, expect, it } from 'vitest';
import { showAnswered, showReceived } from './redact';
import { createMarker } from './step';

const { shown: mark } = createMarker({ current: 'a secret of this test, of some length', previous: [] });
const canary = 'canary-0123456789-canary';

describe('a received parameter', () => {
  it.each(['client_id', 'scope', 'redirect_uri', 'code_challenge', 'dpop_jkt', 'grant_type'])('%s is shown', (name) => {
    expect(showReceived([name, 'value'], mark)).toEqual({ name, value: 'value' });
  });

  it.each(['code', 'state', 'nonce', 'refresh_token', 'id_token_hint', 'token', 'interaction', 'request_uri'])(
    '%s is measured and distinguished, not shown',
    (name) => {
      const shown = showReceived([name, canary], mark);
      expect(shown).toEqual({ name, value: null, length: canary.length, mark: expect.stringMatching(/^[\w-]{6}$/) });
      expect(showReceived(['code', canary], mark).mark).toBe(shown.mark);
      expect(showReceived(['code', `${canary}x`], mark).mark).not.toBe(shown.mark);
    },
  );

  it.each(['name', 'email', 'prefilled', 'passkey'])('%s of our pages is withheld (decision 008)', (name) => {
    expect(showReceived([name, canary], mark)).toEqual({ name, value: null });
  });

  it.each(['password', 'client_secret', 'username', 'user_code', 'code_verifier', 'client_assertion', 'csrf', 'dpop'])(
    '%s is withheld, its length too (security #152)',
    (name) => {
      expect(showReceived([name, canary], mark)).toEqual({ name, value: null });
    },
  );

  it.each([
    ['passwort', 'hunter2', 'h…'],
    ['x', 'abc', '…'],
    ['redirect_url', `https://rp.test/?code=${canary}`, 'https://…'],
  ])('%s, which is unknown, shows its beginning: %s', (name, value, shown) => {
    expect(showReceived([name, value], mark)).toEqual({ name, value: shown, length: value.length });
  });

  it.each([`{"client_secret":"${canary}"}`, canary.toUpperCase(), 'x'.repeat(33)])(
    'whose name may be a secret has none: %s',
    (name) => {
      expect(showReceived([name, ''], mark)).toEqual({ name: '?', value: '…', length: 0 });
    },
  );

  it('has no credentials in its address, and is truncated', () => {
    const { value } = showReceived(['redirect_uri', `https://u:${canary}@rp.test/cb?token=${canary}`], mark);
    expect(value).toBe('https://***@rp.test/cb?token=***');
    expect(showReceived(['scope', 'x'.repeat(1000)], mark).value).toHaveLength(200);
  });
});

describe('a parameter of the answer', () => {
  it('is withheld unless the protocol defines it', () => {
    expect(showAnswered(['email', 'alice@example.com'], mark)).toEqual({ name: 'email', value: null });
    expect(showAnswered(['expires_in', '300'], mark)).toEqual({ name: 'expires_in', value: '300' });
    expect(showAnswered(['access_token', canary], mark)).not.toHaveProperty('value', canary);
  });
});
