import { describe, expect, it } from 'vitest';
import { findRemovalProblem, type RemovalSituation } from './removal-problem';

const usual: RemovalSituation = {
  policy: { secondFactor: 'optional', passkeys: true, emailSecondFactor: false, emailCode: false, recovery: false },
  factors: { totp: false, passkeys: 1, email: true },
  hasPassword: true,
  hasIdentity: false,
};
const required = { ...usual, policy: { ...usual.policy, secondFactor: 'required' } } as const;

describe('findRemovalProblem', () => {
  it.each<[string, RemovalSituation, string | null]>([
    ['the last one with a password', usual, null],
    ['the last one where a second factor is required', required, 'needed_by_policy'],
    ['one of two', { ...required, factors: { ...usual.factors, passkeys: 2 } }, null],
    ['the last one with an authenticator app', { ...required, factors: { ...usual.factors, totp: true } }, null],
    [
      'the last one where a mailed code is enough',
      { ...required, policy: { ...required.policy, emailSecondFactor: true } },
      null,
    ],
    ['the only way to sign in', { ...usual, hasPassword: false }, 'only_way'],
    ['the only way except an identity provider', { ...usual, hasPassword: false, hasIdentity: true }, null],
    [
      'the only way except a recovery by mail',
      { ...usual, hasPassword: false, policy: { ...usual.policy, recovery: true } },
      null,
    ],
    [
      'the only way of an account without an address',
      {
        ...usual,
        hasPassword: false,
        factors: { ...usual.factors, email: false },
        policy: { ...usual.policy, recovery: true },
      },
      'only_way',
    ],
  ])('%s', (_, situation, expected) => {
    expect(findRemovalProblem(situation)).toBe(expected);
  });
});
