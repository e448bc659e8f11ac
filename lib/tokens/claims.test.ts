import { describe, expect, it } from 'vitest';
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
