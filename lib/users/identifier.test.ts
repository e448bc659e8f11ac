import { describe, expect, it } from 'vitest';
import { storedCanonicalUsername } from './canonical-username';
import { chooseIdentified, ownIdentifier, parseIdentifier } from './identifier';

const both = ['username', 'email'] as const;

describe('an identifier', () => {
  it.each([
    ['Alice', both, { username: 'alice', email: null, key: 'alice' }],
    ['Alice@OP.test', both, { username: 'alice@op.test', email: 'alice@op.test', key: 'alice@op.test' }],
    ['Alice@OP.test', ['email'], { username: null, email: 'alice@op.test', key: 'alice@op.test' }],
    ['Alice@OP.test', ['username'], { username: 'alice@op.test', email: null, key: 'alice@op.test' }],
    ['alice', ['email'], { username: null, email: null, key: 'alice' }],
    ['STRASSE@op.test', both, { username: 'strasse@op.test', email: 'strasse@op.test', key: 'strasse@op.test' }],
    ['a@b@c', both, { username: 'a@b@c', email: null, key: 'a@b@c' }],
    ['', both, { username: null, email: null, key: null }],
    ['al\0ice@op.test', both, { username: null, email: null, key: null }],
    [`${'x'.repeat(250)}@y`, both, { username: null, email: `${'x'.repeat(250)}@y`, key: `${'x'.repeat(250)}@y` }],
    [`${'x'.repeat(253)}@y`, both, { username: null, email: null, key: null }],
    [`${'\u200b'.repeat(2000)}a@b`, both, { username: null, email: null, key: null }],
  ] as const)('%j with the identifiers %j is %j', (typed, kinds, expected) => {
    expect(parseIdentifier(typed, kinds)).toEqual(expected);
  });
});

type Account = { name: string; email?: string; isProved?: boolean; enabled?: boolean };

const account = ({ name, email = '', isProved = true, enabled = true }: Account) => ({
  canonicalUsername: storedCanonicalUsername(name),
  claims: { email, email_verified: isProved },
  enabled,
});

describe('the account of an identifier', () => {
  const typed = 'a@b.example';
  const named = { name: typed };
  const holder = { name: 'holder', email: 'A@b.example' };
  it.each<[string, Account[], string | null]>([
    ['nobody', [], null],
    ['the username', [named], typed],
    ['the verified address', [holder], 'holder'],
    ['the account with the verified address rather than the username', [named, holder], 'holder'],
    ['the account with the username if the address is not verified', [named, { ...holder, isProved: false }], typed],
    [
      'the account with the username if the account with the address is disabled',
      [named, { ...holder, enabled: false }],
      typed,
    ],
    ['none if the address is not verified', [{ ...holder, isProved: false }], null],
    ['none of two accounts with the address', [holder, { ...holder, name: 'other' }], null],
    [
      'the enabled one of two accounts with the address',
      [
        { ...holder, enabled: false },
        { ...holder, name: 'other' },
      ],
      'other',
    ],
    [
      'the one of two accounts with the address that also has the username',
      [holder, { name: typed, email: typed }],
      typed,
    ],
    [
      'none of two accounts with the address, even if a third one has the username',
      [holder, { ...holder, name: 'other' }, named],
      null,
    ],
    ['a disabled username, which the password check refuses', [{ ...named, enabled: false }], typed],
  ])('is %s', (_name, found, expected) => {
    const identifier = parseIdentifier(typed, both);
    expect(chooseIdentified(identifier, found.map(account))?.canonicalUsername ?? null).toBe(expected);
  });
});

it.each([
  [both, 'Alice'],
  [['username'], 'Alice'],
  [['email'], 'alice@op.test'],
] as const)('with identifiers %j people type %s', (kinds, expected) => {
  expect(ownIdentifier({ username: 'Alice', claims: { email: 'alice@op.test', email_verified: true } }, kinds)).toBe(
    expected,
  );
  expect(ownIdentifier({ username: 'Alice', claims: { email: 'alice@op.test' } }, kinds)).toBe('Alice');
});
