import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { transaction } from '#lib/db/transaction';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { findIdentity, removeIdentities } from '#lib/users/identity-store';
import { createAccount, refreshAccount } from './accounts';

const now = new Date('2030-01-01T00:00:00Z');
const key = { provider: 'corp', issuer: 'https://corp.test', subject: 'ada' };
const newcomer = { key, claims: { name: 'Ada' }, email: null, username: 'ada' };
let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.close());

describe('a sign-in at a provider under way (security #104)', () => {
  const findAda = async () => {
    const { db } = database;
    const account = { username: 'ada', tenants: 'all' } as const;
    const user = await transaction(db, (tx) => createAccount(tx, newcomer, account, now));
    const identity = await findIdentity(db, key);
    if (identity === null) throw new Error('the account has no identity');
    return { user, identity };
  };

  it('is refused once the identity is unlinked', async () => {
    const found = await findAda();
    await transaction(database.db, (tx) => removeIdentities(tx, found.user.sub, null));
    const admitted = transaction(database.db, (tx) => refreshAccount(tx, found, newcomer, now));
    await expect(admitted).rejects.toMatchObject({ name: 'UpstreamError', code: 'not_linked' });
  });

  it('goes on while it is linked', async () => {
    const found = await findAda();
    expect(await transaction(database.db, (tx) => refreshAccount(tx, found, newcomer, now))).toEqual(found.user);
  });
});
