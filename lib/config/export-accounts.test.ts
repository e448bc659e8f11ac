import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { masterSecret } from '#lib/crypto/master-secret';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { roleInForce } from '#lib/users/role-in-force';
import { createUser, findUserByUsername, findUsersByEmail, type UserInput } from '#lib/users/user-store';
import { parseUsername } from '#lib/users/username';
import { applyConfiguration } from './apply';
import { byCommandLine } from './authorship';
import { exportConfiguration } from './export';
import { parseConfiguration } from './file';
import { formatChanges } from './format-plan';

const now = new Date('2026-01-01T12:00:00Z');
const secret = masterSecret('a secret of this test, of some length');
const options = { prune: false, now, secret, by: byCommandLine };
const passwordHash = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;

let former: TestDatabase;
let empty: TestDatabase;

beforeEach(async () => {
  former = await createTestDatabase();
  empty = await createTestDatabase();
});
afterEach(async () => {
  await former.close();
  await empty.close();
});

async function addUser(username: string, account: Partial<UserInput>): Promise<void> {
  const name = parseUsername(username);
  if (name === null) throw new Error(`${username} is no name`);
  const usual = { passwordHash: null, enabled: true, admin: null, tenants: 'all', claims: {} } as const;
  await createUser(former.db, { ...usual, ...name, ...account }, now);
}

/** Applies the export of one database to the other. */
async function moveOn(): Promise<string> {
  const text = await exportConfiguration(former.db);
  await applyConfiguration(empty, parseConfiguration(text), options);
  expect(await exportConfiguration(empty.db)).toBe(text);
  return text;
}

async function change(user: object): Promise<string> {
  const file = parseConfiguration(JSON.stringify({ users: [user] }));
  const report = await applyConfiguration(empty, file, options);
  return formatChanges(report?.changes ?? []);
}

describe('an export that is applied to an empty database', () => {
  const claims = { email: 'victim@corp.example', email_verified: false };

  it.each([
    ['sign_up', 0],
    ['provider', 0],
    ['administrator', 1],
  ] as const)(
    'keeps the origin of an account: the unverified address of a %s is reserved %d times (security #116)',
    async (origin, reserved) => {
      await addUser('squatter', { origin, claims });
      const [user] = parse(await moveOn()).users;
      expect(user.origin).toBe(origin === 'administrator' ? undefined : origin);
      expect(await findUsersByEmail(empty.db, 'victim@corp.example')).toHaveLength(reserved);
    },
  );

  it('reserves no address even if the account is applied again without its origin', async () => {
    await addUser('squatter', { origin: 'sign_up', claims });
    await moveOn();
    expect(await change({ username: 'squatter', claims })).toBe('no changes');
    expect(await change({ username: 'squatter', claims, enabled: false })).toBe(
      '~ user squatter: enabled true → false',
    );
    expect(await findUsersByEmail(empty.db, 'victim@corp.example')).toEqual([]);
    expect(await change({ username: 'squatter', claims, origin: 'administrator' })).toContain(
      'origin "sign_up" → "administrator"',
    );
    expect(await findUsersByEmail(empty.db, 'victim@corp.example')).toHaveLength(1);
  });

  it.each([
    ['null', null, null, 'none'],
    ['an auditor', 'auditor', null, 'auditor'],
    ['an editor', 'editor', null, 'editor'],
    ['an owner', 'owner', 'owner', undefined],
  ] as const)(
    'does not activate a waiting role: a password good for %s (security #161)',
    async (_, passwordCarries, inForce, written) => {
      await addUser('mallory', { admin: 'owner', passwordHash, passwordCarries });
      const [user] = parse(await moveOn()).users;
      expect(user.password_counts_for).toBe(written);
      const moved = await findUserByUsername(empty.db, 'mallory');
      expect(moved && roleInForce(moved)).toBe(inForce);
    },
  );

  it('activates the role if a file says so or sets a password', async () => {
    await addUser('mallory', { admin: 'owner', passwordHash, passwordCarries: null });
    await moveOn();
    const mallory = { username: 'mallory', admin: 'owner' };
    expect(await change(mallory)).toBe('no changes');
    expect(await change({ ...mallory, password_counts_for: 'owner' })).toContain('"none" → "owner"');
    expect(await change({ ...mallory, password_counts_for: 'none' })).toContain('"owner" → "none"');
    await change({ ...mallory, password: 'seven violet lanterns hum' });
    expect(await findUserByUsername(empty.db, 'mallory')).toMatchObject({ passwordCarries: 'owner' });
  });
});
