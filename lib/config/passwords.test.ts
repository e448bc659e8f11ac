import { describe, expect, it } from 'vitest';
import { hashPassword, verifyPassword } from '#lib/users/password-hash';
import { parseConfiguration } from './file';
import { comparePasswords } from './passwords';

const password = 'correct horse battery';
const users = parseConfiguration(JSON.stringify({ users: [{ username: 'alice', password }] })).sections.users ?? [];
const [alice = expect.fail()] = users.map(({ canonicalUsername }) => canonicalUsername);

const stored = (passwordHash: string | null) => [{ canonicalUsername: alice, passwordHash }];
const never = async () => expect.fail('a password is hashed a second time');

describe('comparing passwords a second time', () => {
  it('hashes nothing a second time', async () => {
    const known = await comparePasswords(users, stored(null), { hash: hashPassword });
    expect(await comparePasswords(users, stored(null), { hash: never, known })).toEqual(known);
    expect(known.get(alice)).toMatchObject({ kept: false });
  });

  it('keeps a matching hash while it is the stored one', async () => {
    const hash = await hashPassword(password);
    const known = await comparePasswords(users, stored(hash), { hash: never });
    expect(known.get(alice)).toEqual({ hash, kept: true });
    expect(await comparePasswords(users, stored(hash), { hash: never, known })).toEqual(known);
  });

  it('creates a hash if the stored one has changed', async () => {
    const hash = await hashPassword(password);
    const known = await comparePasswords(users, stored(hash), { hash: never });
    const other = await hashPassword('another password');
    const made = (await comparePasswords(users, stored(other), { hash: hashPassword, known })).get(alice);
    expect(made?.kept).toBe(false);
    expect(await verifyPassword(made?.hash ?? '', password)).toBe(true);
  });
});
