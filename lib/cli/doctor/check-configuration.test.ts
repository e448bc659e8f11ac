import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { byCommandLine } from '#lib/config/authorship';
import { changeConfiguration } from '#lib/config/change';
import { masterSecret } from '#lib/crypto/master-secret';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { storedCanonicalUsername } from '#lib/users/canonical-username';
import { createUser } from '#lib/users/user-store';
import { checkAccounts, findFormerTenants } from './check-configuration';
import type { Finding } from './finding';

describe('doctor reads every account', () => {
  const now = new Date('2030-01-01T00:00:00Z');
  let database: TestDatabase;

  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => database.close());

  async function addUser(sub: string, username: string, claims = {}): Promise<void> {
    const facts = { passwordHash: null, enabled: true, admin: null, tenants: 'all', claims } as const;
    await createUser(database.db, { ...facts, username, canonicalUsername: storedCanonicalUsername(sub) }, now, sub);
  }

  async function find(): Promise<Finding[]> {
    const found: Finding[] = [];
    for await (const finding of checkAccounts(database.db)) found.push(finding);
    return found;
  }

  it('lists users with invisible characters in their names, from before they were refused (security #83)', async () => {
    await addUser('a', 'ali\u202ece');
    await addUser('b', 'bob', { name: 'Bo\u00adb' });
    await addUser('c', 'میخواهم', { name: 'می\u200cخواهم' });
    await addUser('d', 'dan', { name: 7 });
    const found = await find();
    expect(found.map(({ ok, message }) => [ok, message])).toEqual([
      [true, 'user a: ali\\u{202e}ce'],
      [true, 'user b: bob (Bo\\u{ad}b)'],
    ]);
  });

  it('lists accounts with unreadable rows, which are switched off', async () => {
    const facts = { enabled: true, tenants: '"all"', claims: '{}', createdAt: now, updatedAt: now };
    const rows = [{}, { tenants: 'not JSON' }, { tenants: '5' }, { tenants: '[5]' }, { claims: '{' }, { claims: '[]' }];
    await database.db.user.createMany({
      data: rows.map((broken, index) => {
        const name = `user-${index}`;
        return { ...facts, ...broken, sub: name, username: name, canonicalUsername: name };
      }),
    });
    const found = await find();
    expect(found.map(({ ok, subject, message }) => [ok, subject, message])).toEqual(
      [1, 2, 3, 4, 5].map((index) => [false, 'error: Entry can’t be read', `user user-${index}: user-${index}`]),
    );
  });

  it('checks every user, and lists at most 20', async () => {
    const facts = { passwordHash: null, enabled: true, tenants: '"all"', claims: '{}', createdAt: now, updatedAt: now };
    const rows = Array.from({ length: 2100 }, (_, index) => {
      const name = `user-${String(index).padStart(4, '0')}`;
      return { ...facts, sub: name, username: index < 2075 ? name : `${name}\u200b`, canonicalUsername: name };
    });
    await database.db.user.createMany({ data: rows });
    const found = await find();
    expect(found).toHaveLength(20);
    expect(found[0]?.message).toBe('user user-2075: user-2075\\u{200b}');
  });
});

describe('doctor lists tenants that exist no more', () => {
  const now = new Date('2030-01-01T00:00:00Z');
  const by = { now, secret: masterSecret('a secret of this test, of some length'), by: byCommandLine };
  let database: TestDatabase;

  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => database.close());

  async function find(): Promise<string[]> {
    const found: string[] = [];
    for await (const { message } of findFormerTenants(database.db)) found.push(message);
    return found;
  }

  it('counts the accounts that list a missing tenant, until the tenant is created and deleted', async () => {
    const acme = { section: 'tenants', key: 'acme', entry: { name: 'acme', display_name: 'Acme' } } as const;
    await changeConfiguration(database, [acme], by);
    const facts = { enabled: true, claims: '{}', createdAt: now, updatedAt: now };
    const tenants = ['"all"', '"none"', '["acme"]', '["gone"]', '["acme","gone"]', '["lost"]', 'not JSON', '[not JSON'];
    const rows = tenants.map((column, index) => {
      const name = `user-${index}`;
      return { ...facts, tenants: column, sub: name, username: name, canonicalUsername: name };
    });
    await database.db.user.createMany({ data: rows });
    expect(await find()).toEqual(['tenant gone: 2 users', 'tenant lost: 1 user']);
    for (const name of ['gone', 'lost']) {
      await changeConfiguration(database, [{ section: 'tenants', key: name, entry: { name, display_name: name } }], by);
      await changeConfiguration(database, [{ section: 'tenants', key: name, entry: null }], by);
    }
    expect(await find()).toEqual([]);
  });
});
