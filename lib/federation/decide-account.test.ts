import { expect, it } from 'vitest';
import { type AccountDecision, type AccountFacts, decideAccount } from './decide-account';

const nobody: AccountFacts = { linked: null, sameEmail: 0, createUsers: true, username: 'ada' };

it.each<[string, Partial<AccountFacts>, AccountDecision]>([
  ['known identity', { linked: { enabled: true } }, 'sign_in'],
  ['known identity, address taken', { linked: { enabled: true }, sameEmail: 3 }, 'sign_in'],
  ['known identity, accounts are not created', { linked: { enabled: true }, createUsers: false }, 'sign_in'],
  ['known identity of a disabled account', { linked: { enabled: false } }, 'disabled'],
  ['unknown, address taken', { sameEmail: 1 }, 'prove'],
  ['unknown, address taken, not created', { sameEmail: 1, createUsers: false }, 'prove'],
  ['unknown, address free', {}, 'create'],
  ['unknown, no free username', { username: null }, 'complete'],
  ['unknown, not created', { createUsers: false }, 'not_linked'],
  ['unknown, not created, no username', { createUsers: false, username: null }, 'not_linked'],
])('%s (security #115, #118)', (_, given, expected) => {
  expect(decideAccount({ ...nobody, ...given })).toBe(expected);
});
