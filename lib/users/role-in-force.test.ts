import { describe, expect, it } from 'vitest';
import { carriedByLinkOf, carriedByOwnChoice, isGreaterRole, isPasswordDue, roleInForce } from './role-in-force';
import type { AdminRole } from './user';

type Role = AdminRole | null;

describe('roleInForce (decision 020)', () => {
  it.each<[admin: Role, carries: Role, inForce: Role]>([
    [null, null, null],
    [null, 'owner', null],
    ['auditor', null, null],
    ['auditor', 'auditor', 'auditor'],
    ['auditor', 'owner', 'auditor'],
    ['editor', null, null],
    ['editor', 'auditor', null],
    ['editor', 'editor', 'editor'],
    ['owner', null, null],
    ['owner', 'auditor', null],
    ['owner', 'editor', null],
    ['owner', 'owner', 'owner'],
  ])('for the role %s with a password good for %s is %s', (admin, passwordCarries, inForce) => {
    const user = { admin, passwordHash: 'a hash', passwordCarries };
    expect(roleInForce(user)).toBe(inForce);
    expect(isPasswordDue(user)).toBe(admin !== inForce);
  });

  it('is every role without a password, because no other person can know it', () => {
    const user = { admin: 'owner', passwordHash: null, passwordCarries: null } as const;
    expect([roleInForce(user), isPasswordDue(user)]).toEqual(['owner', false]);
  });
});

it.each<[Role, Role]>([
  ['owner', 'owner'],
  ['editor', 'auditor'],
  ['auditor', null],
  [null, null],
])('a link of %s is good for %s', (maker, carries) => {
  expect(carriedByLinkOf(maker)).toBe(carries);
});

describe('a password that the person sets without an administrator’s link (decision 020)', () => {
  it.each<[passwordHash: string | null, admin: Role, carries: Role, counts: Role]>([
    ['a hash', null, null, null],
    ['a hash', 'owner', null, null],
    ['a hash', 'owner', 'auditor', 'auditor'],
    ['a hash', null, 'owner', 'owner'],
    [null, null, null, null],
    [null, null, 'owner', null],
    [null, 'editor', null, 'editor'],
  ])(
    'after %s, with the role %s and a password good for %s, is good for %s',
    (passwordHash, admin, carries, counts) => {
      expect(carriedByOwnChoice({ passwordHash, admin, passwordCarries: carries })).toBe(counts);
    },
  );
});

describe('isGreaterRole', () => {
  it.each<[Role, Role, boolean]>([
    [null, null, false],
    [null, 'auditor', false],
    ['auditor', null, true],
    ['auditor', 'auditor', false],
    ['editor', 'auditor', true],
    ['editor', 'owner', false],
    ['owner', 'editor', true],
  ])('%s, %s: %s', (role, other, expected) => {
    expect(isGreaterRole(role, other)).toBe(expected);
  });
});
