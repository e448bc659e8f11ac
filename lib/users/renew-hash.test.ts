import { hash } from '@node-rs/argon2';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { run } from '#lib/db/run';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { importedHash, importedHashes, importedPassword } from '#lib/testing/imported-hashes';
import { attemptDefaults } from '#lib/testing/password-attempt';
import { proven } from '#lib/vocabulary/account-proof';
import { authenticateUser } from './authenticate-user';
import { storedCanonicalUsername } from './canonical-username';
import { passwordFloor } from './password-floor';
import { hashPassword, needsRehash } from './password-hash';
import { listPasswordKinds, setPassword } from './password-store';
import { createUser, findUserBySub, recordSignIn } from './user-store';

const now = new Date('2027-01-01T00:00:00Z');
const password = 'correct horse battery staple';
let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.close());

const addUser = (passwordHash: string, enabled = true) => {
  const names = { username: 'moved', canonicalUsername: storedCanonicalUsername('moved') };
  return createUser(database.db, { ...names, passwordHash, enabled, admin: null, tenants: 'all', claims: {} }, now);
};
const stored = async (sub: string) => (await findUserBySub(database.db, sub))?.passwordHash ?? '';
const attempt = (typed: string) =>
  authenticateUser({ ...attemptDefaults, db: database.db, now, username: 'moved', password: typed });

describe.each(importedHashes)('a stored hash of $name', ({ hash: imported }) => {
  it('is renewed with the right password only', async () => {
    const { sub } = await addUser(imported);
    expect(await attempt('correct hors')).toEqual({ problem: 'invalid_credentials' });
    expect(await stored(sub)).toBe(imported);
    expect(await attempt(importedPassword)).toMatchObject({ user: { sub } });
    const renewed = await stored(sub);
    expect(needsRehash(renewed)).toBe(false);
    expect(await listPasswordKinds(database.db)).toEqual([]);
    expect(await attempt(importedPassword)).toMatchObject({ user: { sub, passwordHash: renewed } });
    expect(await attempt('correct hors')).toEqual({ problem: 'invalid_credentials' });
  });
});

it('a password that changes during the check of an imported hash is kept', async () => {
  const imported = importedHash('bcrypt 2b');
  const { sub } = await addUser(imported);
  const changed = await hashPassword(password);
  const { db } = database;
  const accept = async () => {
    await setPassword(db, proven('operator', sub), { passwordHash: changed, passwordCarries: null }, now);
    return null;
  };
  const who = { ...attemptDefaults, db, now, username: 'moved', password: importedPassword, accept };
  const result = await authenticateUser(who);
  expect(await stored(sub)).toBe(changed);
  if (!('user' in result)) throw new Error(result.problem);
  // A sign-in with the previous password gets no session.
  expect(await run(db, [recordSignIn(result.user, now)])).toBe('account_changed');
  expect(await attempt(importedPassword)).toEqual({ problem: 'invalid_credentials' });
  expect(await attempt(password)).toMatchObject({ user: { sub } });
});

it('the imported hash of a disabled account is kept', async () => {
  const imported = importedHash('bcrypt 2b');
  const { sub } = await addUser(imported, false);
  expect(await attempt(importedPassword)).toEqual({ problem: 'invalid_credentials' });
  expect(await stored(sub)).toBe(imported);
});

it('an imported hash, a new hash, an unknown name and a disabled account take as long as the slowest (security #86)', async () => {
  const { db } = database;
  const add = async (name: string, passwordHash: string, enabled = true) => {
    const names = { username: name, canonicalUsername: storedCanonicalUsername(name) };
    await createUser(db, { ...names, passwordHash, enabled, admin: null, tenants: 'all', claims: {} }, now);
  };
  await add('slow', `$2b$10$${'.'.repeat(53)}`);
  await add('bcrypt', importedHash('bcrypt 2b'));
  await add('quick', importedHash('aspnet v2'));
  await add('ours', await hashPassword(password));
  await add('off', importedHash('aspnet v2'), false);
  const floorMs = await passwordFloor(db, now);
  expect(floorMs).toBeGreaterThan(20);
  for (const username of ['slow', 'bcrypt', 'quick', 'ours', 'off', 'nobody', 'ali\0ce']) {
    const startedAt = performance.now();
    const typed = username === 'off' ? importedPassword : 'wrong';
    const result = await authenticateUser({ ...attemptDefaults, db, now, username, password: typed });
    expect(result).toEqual({ problem: 'invalid_credentials' });
    expect(performance.now() - startedAt, username).toBeGreaterThanOrEqual(floorMs - 2);
  }
});

it('simultaneous sign-ins all succeed while an imported hash is renewed', async () => {
  const { db } = database;
  const passwordHash = await hash(password, { memoryCost: 4096, timeCost: 3, parallelism: 1 });
  const names = { username: 'moved', canonicalUsername: storedCanonicalUsername('moved') };
  await createUser(db, { ...names, passwordHash, enabled: true, admin: null, tenants: 'all', claims: {} }, now);
  const attempt = { ...attemptDefaults, db, now, username: 'moved', password };
  const results = await Promise.all(Array.from({ length: 4 }, () => authenticateUser(attempt)));
  for (const result of results) {
    if (!('user' in result)) throw new Error(result.problem);
    expect(await run(db, [recordSignIn(result.user, now)])).toBe(null);
  }
});
