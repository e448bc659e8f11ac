import { afterEach, beforeEach, expect, it } from 'vitest';
import { byCommandLine } from '#lib/config/authorship';
import { changeConfiguration } from '#lib/config/change';
import { masterSecret } from '#lib/crypto/master-secret';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { findFormerTenants } from './former-tenants';

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
  expect(await find()).toEqual(['tenant gone: 2 accounts', 'tenant lost: 1 account']);
  for (const name of ['gone', 'lost']) {
    await changeConfiguration(database, [{ section: 'tenants', key: name, entry: { name, display_name: name } }], by);
    await changeConfiguration(database, [{ section: 'tenants', key: name, entry: null }], by);
  }
  expect(await find()).toEqual([]);
});
