import { describe, expect, it } from 'vitest';
import type { ClaimValue } from '#lib/users/user';
import { pickClaims } from './claims';

describe('preferred_username (OpenID Connect Core §5.1)', () => {
  const name = ['preferred_username'];
  const withEmail = ['preferred_username', 'email'];

  it.each<[string, string, object, string[], string | undefined]>([
    ['the username', 'alice', {}, name, 'alice'],
    ['what the claims say', 'alice', { preferred_username: 'al' }, name, 'al'],
    ['the username instead of nothing', 'alice', { preferred_username: '' }, name, 'alice'],
    ['the username instead of null', 'alice', { preferred_username: null }, name, 'alice'],
    ['nothing, for an address to who may not know it', 'alice@example.com', {}, name, undefined],
    ['nothing, for an address in other signs', 'alice\uff20example.com', {}, name, undefined],
    ['an address to who may know it', 'alice@example.com', {}, withEmail, 'alice@example.com'],
    ['what the claims say, whatever the username is', 'a@b.test', { preferred_username: 'al' }, name, 'al'],
    ['nothing where it is not asked for', 'alice', {}, ['email'], undefined],
  ])('is %s', (_, username, claims, names, expected) => {
    expect(pickClaims({ username, claims: { ...claims } }, names).preferred_username).toBe(expected);
  });
});

describe('the claims of a person', () => {
  const pick = (claims: Record<string, ClaimValue>, ...names: string[]) =>
    pickClaims({ username: 'alice', claims }, names);

  it('have only the requested names', () => {
    expect(pick({ name: 'Alice', nickname: 'al' }, 'name', 'birthdate')).toEqual({ name: 'Alice' });
    expect(pick({}, 'constructor', 'toString')).toEqual({});
  });

  it('never replace claims of the protocol', () => {
    expect(pick({ sub: 'bob', aud: 'evil', cnf: 'x', name: 'Alice' }, 'sub', 'aud', 'cnf', 'name')).toEqual({
      name: 'Alice',
    });
  });

  it('are left out without a value, and keep their type (OpenID Connect Core §5.3.2)', () => {
    expect(
      pick({ name: '', nickname: null, age: 0, email_verified: false }, 'name', 'nickname', 'age', 'email_verified'),
    ).toEqual({ age: 0, email_verified: false });
  });

  it('have roles in a list, even a single one', () => {
    expect(pick({ role: 'admin' }, 'role')).toEqual({ role: ['admin'] });
    expect(pick({ role: ['admin', 'editor'] }, 'role')).toEqual({ role: ['admin', 'editor'] });
    expect(pick({ name: 'Alice' }, 'name')).toEqual({ name: 'Alice' });
  });
});
