import { hash } from '@node-rs/argon2';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { transaction } from '#lib/db/transaction';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { attemptDefaults } from '#lib/testing/password-attempt';
import { authenticateUser } from './authenticate-user';
import { storedCanonicalUsername } from './canonical-username';
import { createUser, noteSignIn } from './user-store';

const now = new Date('2027-01-01T00:00:00Z');
const password = 'correct horse battery staple';
let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.close());

it('lets everybody in who signs in at the moment when an imported hash is made anew', async () => {
  const { db } = database;
  const passwordHash = await hash(password, { memoryCost: 4096, timeCost: 3, parallelism: 1 });
  const names = { username: 'moved', canonicalUsername: storedCanonicalUsername('moved') };
  await createUser(db, { ...names, passwordHash, enabled: true, admin: null, tenants: 'all', claims: {} }, now);
  const attempt = { ...attemptDefaults, db, now, username: 'moved', password };
  const results = await Promise.all(Array.from({ length: 4 }, () => authenticateUser(attempt)));
  for (const result of results) {
    if (!('user' in result)) throw new Error(result.problem);
    expect(await transaction(db, (tx) => noteSignIn(tx, result.user, now))).toBe(true);
  }
});
