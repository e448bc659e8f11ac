import { expect, it } from 'vitest';
import { type AccountDecision, type AccountFacts, decideAccount } from './decide-account';

const nobody: AccountFacts = { linked: null, sameEmail: 0, createUsers: true, username: 'ada' };

it.each<[string, Partial<AccountFacts>, AccountDecision]>([
  ['known identity', { linked: { enabled: true } }, 'sign_in'],
  ['known identity, whoever else has the address', { linked: { enabled: true }, sameEmail: 3 }, 'sign_in'],
  ['known identity, accounts are not created', { linked: { enabled: true }, createUsers: false }, 'sign_in'],
  ['known identity of a disabled account', { linked: { enabled: false } }, 'disabled'],
  ['unknown, somebody has the address', { sameEmail: 1 }, 'prove'],
  ['unknown, somebody has the address, not created', { sameEmail: 1, createUsers: false }, 'prove'],
  ['unknown, nobody has the address', {}, 'create'],
  ['unknown, no free username', { username: null }, 'complete'],
  ['unknown, not created', { createUsers: false }, 'not_linked'],
  ['unknown, not created, no username', { createUsers: false, username: null }, 'not_linked'],
])('%s (security #115, #118)', (_, given, expected) => {
  expect(decideAccount({ ...nobody, ...given })).toBe(expected);
});
