import { describe, expect, it } from 'vitest';
import { sha256 } from '#lib/crypto/hash';
import { testClient } from '#lib/testing/client';
import { checkChallenge, checkVerifier } from './pkce';

const verifier = 'v'.repeat(43);
const challenge = sha256(verifier);

describe('checkChallenge() (RFC 7636 §4.2, §4.4.1, semantics §1.8, security #33)', () => {
  it.each([
    ['a missing challenge', undefined, undefined],
    ['a method without a challenge', undefined, 'S256'],
    ['plain by default off', challenge, 'plain'],
    ['a missing method, which means plain', challenge, undefined],
    ['a method in lower case', challenge, 's256'],
    ['an unknown method', challenge, 'S512'],
    ['42 characters', 'a'.repeat(42), 'S256'],
    ['44 characters', 'a'.repeat(44), 'S256'],
    ['padding', `${'a'.repeat(42)}=`, 'S256'],
    ['characters outside base64url', `${'a'.repeat(42)}+`, 'S256'],
  ])('refuses %s', (_, value, method) => {
    expect(() => checkChallenge(testClient({ requirePkce: true }), value, method)).toThrow(/^invalid_request/);
  });

  it('accepts S256, and plain where the client allows it', () => {
    expect(checkChallenge(testClient(), challenge, 'S256').codeChallengeMethod).toBe('S256');
    const plain = checkChallenge(testClient({ allowPlainPkce: true }), verifier, undefined);
    expect(plain.codeChallengeMethod).toBe('plain');
    expect(checkChallenge(testClient({ allowPlainPkce: true }), verifier, 'plain')).toEqual({
      codeChallenge: verifier,
      codeChallengeMethod: 'plain',
    });
  });

  it.each([
    ['a method that is no plain', verifier, 'S512'],
    ['42 characters', 'v'.repeat(42), 'plain'],
    ['129 characters', 'v'.repeat(129), 'plain'],
    ['a character outside the grammar', `${'v'.repeat(42)}%`, undefined],
  ])('refuses %s where the client allows plain', (_, value, method) => {
    const client = testClient({ allowPlainPkce: true });
    expect(() => checkChallenge(client, value, method)).toThrow(/^invalid_request/);
  });

  it.each([false, 'recommended'] as const)('is optional where require_pkce is %s (RFC 9700 §2.1.1)', (requirePkce) => {
    const client = testClient({ requirePkce });
    expect(checkChallenge(client, undefined, undefined).codeChallenge).toBeNull();
    expect(() => checkChallenge(client, undefined, 'S256')).toThrow(/^invalid_request/);
  });
});

describe('checkVerifier() (RFC 7636 §4.1, §4.6, security #33)', () => {
  const s256 = { codeChallenge: challenge, codeChallengeMethod: 'S256' } as const;

  it.each([
    undefined,
    '',
    'w'.repeat(43),
    'v'.repeat(42),
    'v'.repeat(129),
    `${'v'.repeat(42)}%`,
    `${'v'.repeat(42)}é`,
    `${'v'.repeat(43)}\0`,
    challenge,
  ])('refuses %j', (value) => expect(() => checkVerifier(s256, value)).toThrow(/^invalid_grant/));

  it.each([
    ['43 characters', `-._~${'v'.repeat(39)}`],
    ['128 characters', `-._~${'v'.repeat(124)}`],
    // git-credential-oauth sends base64url with its padding.
    ['padding', `${'v'.repeat(43)}=`],
    ['every printable character', String.fromCharCode(...Array.from({ length: 95 }, (_, index) => 32 + index))],
  ])('accepts the right one with %s', (_, right) => {
    const asked = { codeChallenge: sha256(right), codeChallengeMethod: 'S256' } as const;
    expect(() => checkVerifier(asked, right)).not.toThrow();
  });

  it.each(['v'.repeat(42), 'v'.repeat(129), `${'v'.repeat(43)}\0`, `${'v'.repeat(43)}\n`, `${'v'.repeat(43)}é`])(
    'refuses %j although its hash fits the challenge',
    (value) => {
      const asked = { codeChallenge: sha256(value), codeChallengeMethod: 'S256' } as const;
      expect(() => checkVerifier(asked, value)).toThrow(/^invalid_grant/);
    },
  );

  it.each([`${'v'.repeat(43)}=`, `${'v'.repeat(43)}+`])('refuses %j for plain, where the grammar counts', (value) => {
    const asked = { codeChallenge: value, codeChallengeMethod: 'plain' } as const;
    expect(() => checkVerifier(asked, value)).toThrow(/^invalid_grant/);
  });

  it('compares a plain challenge with the verifier itself', () => {
    const plain = { codeChallenge: verifier, codeChallengeMethod: 'plain' } as const;
    expect(() => checkVerifier(plain, verifier)).not.toThrow();
    expect(() => checkVerifier({ ...plain, codeChallenge: challenge }, verifier)).toThrow(/^invalid_grant/);
  });

  it('refuses a verifier if no challenge was sent (RFC 9700 §4.8.2)', () => {
    const none = { codeChallenge: null, codeChallengeMethod: null };
    expect(() => checkVerifier(none, verifier)).toThrow(/^invalid_grant/);
    expect(() => checkVerifier(none, undefined)).not.toThrow();
  });
});
