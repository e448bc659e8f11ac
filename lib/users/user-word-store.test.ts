import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transaction } from '#lib/db/transaction';
import { deleteUsers } from '#lib/sessions/delete-user';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { proven } from '#lib/vocabulary/account-proof';
import { storedCanonicalUsername } from './canonical-username';
import { createUser, setClaims, updateUser } from './user-store';
import { fillUserWords } from './user-word-store';

const now = new Date('2027-01-01T00:00:00Z');
const names = { username: 'Bob', canonicalUsername: storedCanonicalUsername('bob') };
const input = { ...names, passwordHash: null, enabled: true, admin: null, tenants: 'all' } as const;
const claims = { name: 'Bob Jones', email: 'bob@shop.test' };

let database: TestDatabase;
let sub: string;

beforeAll(async () => {
  database = await createTestDatabase();
  ({ sub } = await createUser(database.db, { ...input, claims }, now));
});
afterAll(() => database.close());

const words = async () => {
  const rows = await database.db.userWord.findMany({ where: { sub }, orderBy: { word: 'asc' } });
  return rows.map(({ word }) => Buffer.from(word, 'hex').toString());
};

describe('the words of a person', () => {
  it('are written with the account', async () => {
    expect(await words()).toEqual(['bob', 'jones', 'shop', 'test']);
  });

  it('are updated with the account and its claims', async () => {
    await updateUser(database.db, proven('operator', sub), { ...input, claims: { ...claims, name: 'Bob Smith' } }, now);
    expect(await words()).toEqual(['bob', 'shop', 'smith', 'test']);
    await transaction(database.db, (tx) => setClaims(tx, proven('profile', sub), { name: 'Robert' }, now));
    expect(await words()).toEqual(['bob', 'robert']);
  });

  it('are written for accounts without words, even for one that cannot be read', async () => {
    await database.db.userWord.deleteMany();
    await database.db.user.updateMany({ data: { hasWords: false } });
    expect(await fillUserWords(database, new AbortController().signal)).toBe(1);
    expect(await words()).toEqual(['bob', 'robert']);
    await database.db.userWord.deleteMany();
    await database.db.user.updateMany({ data: { hasWords: false, claims: '{' } });
    expect(await fillUserWords(database, new AbortController().signal)).toBe(1);
    expect(await words()).toEqual(['bob']);
    expect(await fillUserWords(database, new AbortController().signal)).toBe(0);
  });

  it('are deleted with the account', async () => {
    await deleteUsers(database.db, [sub], { dialect: database.dialect, now });
    expect(await words()).toEqual([]);
  });
});
