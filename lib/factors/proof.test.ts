import { describe, expect, it } from 'vitest';
import { amrOf, idpOf, levelOf, type Proof, readProofs, writeProofs } from './proof';

const at = new Date('2026-01-02T12:00:00Z');
const password: Proof = { factor: 'password', at };
const totp: Proof = { factor: 'totp', at };
const recovery: Proof = { factor: 'recovery', at };
const email: Proof = { factor: 'email', at };
const passkey = (userVerified: boolean, deviceBound: boolean): Proof => ({
  factor: 'passkey',
  at,
  userVerified,
  deviceBound,
});
const upstream = (level: 1 | 2 | 3 | 4, ...amr: string[]): Proof => ({
  factor: 'provider',
  at,
  provider: 'corp',
  amr,
  level,
});

describe('level and amr of a sign-in (RFC 8176)', () => {
  it.each<[string, readonly Proof[], number, readonly string[]]>([
    ['nothing', [], 0, []],
    ['a password', [password], 1, ['pwd']],
    ['a password twice', [password, password], 1, ['pwd']],
    ['a mailed code', [email], 1, ['otp']],
    ['a password and an app', [password, totp], 2, ['pwd', 'otp', 'mfa']],
    ['a password and a recovery code', [password, recovery], 2, ['pwd', 'otp', 'mfa']],
    ['a password and a mailed code', [password, email], 2, ['pwd', 'otp', 'mfa']],
    ['a mailed code and an app', [email, totp], 2, ['otp', 'mfa']],
    ['a mailed code and a recovery code', [email, recovery], 1, ['otp']],
    ['an app and a recovery code', [totp, recovery], 1, ['otp']],
    ['a synced passkey', [passkey(true, false)], 3, ['swk', 'user', 'mfa']],
    ['a passkey bound to its device', [passkey(true, true)], 4, ['hwk', 'user', 'mfa']],
    ['a passkey after a password', [password, passkey(true, false)], 3, ['pwd', 'swk', 'user', 'mfa']],
    ['a passkey without user verification', [passkey(false, true)], 1, ['hwk']],
    [
      'a passkey without user verification after a password',
      [password, passkey(false, true)],
      2,
      ['pwd', 'hwk', 'mfa'],
    ],
    ['a provider', [upstream(1, 'pwd')], 1, ['pwd']],
    ['a provider without amr', [upstream(1)], 1, []],
    ['a provider with the amr mfa', [upstream(1, 'mfa', 'pwd')], 1, ['pwd', 'mfa']],
    ['a provider that vouches for two factors', [upstream(2, 'pwd')], 2, ['pwd', 'mfa']],
    ['a provider and an app', [upstream(1, 'pwd'), totp], 2, ['pwd', 'otp', 'mfa']],
  ])('%s', (_, proofs, level, amr) => {
    expect(levelOf(proofs)).toBe(level);
    expect(amrOf(proofs)).toEqual(amr);
  });
});

it('a proof names the provider, or local', () => {
  expect(idpOf([password, totp])).toBe('local');
  expect(idpOf([upstream(1), totp])).toBe('corp');
});

it('equal proofs have the same text, which updates compare', () => {
  const [password, passkey] = [
    { at, factor: 'password' } as const,
    { deviceBound: true, userVerified: true, at, factor: 'passkey' } as const,
  ];
  const text = writeProofs([password, passkey]);
  expect(writeProofs(readProofs(text))).toBe(text);
  expect(text).toBe(
    `[{"factor":"password","at":"${at.toISOString()}"},` +
      `{"factor":"passkey","at":"${at.toISOString()}","userVerified":true,"deviceBound":true}]`,
  );
});

it('a proof is read as it was written', () => {
  const proofs = [password, totp, passkey(true, false), upstream(2, 'pwd')];
  expect(readProofs(writeProofs(proofs))).toEqual(proofs);
  expect(() => readProofs('[{"factor":"charm","at":0}]')).toThrow();
});
