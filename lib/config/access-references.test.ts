import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listClients } from '#lib/clients/client-store';
import { masterSecret } from '#lib/crypto/master-secret';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { applyConfiguration } from './apply';
import { byCommandLine } from './authorship';
import { changeConfiguration } from './change';
import { parseConfiguration } from './file';

const now = new Date('2026-01-01T12:00:00Z');
const secret = masterSecret('a secret of this test, of some length');
const by = byCommandLine;

let open: TestDatabase;
beforeEach(async () => {
  open = await createTestDatabase();
});
afterEach(() => open.close());

async function apply(file: object): Promise<void> {
  await applyConfiguration(open, parseConfiguration(JSON.stringify(file)), { prune: false, now, secret, by });
}

const remove = (section: 'groups' | 'apis', key: string) =>
  changeConfiguration(open, [{ section, key, entry: null }], { secret, now, by });

const ledger = { client_id: 'ledger', redirect_uris: ['https://rp.test/cb'], client_secrets: [{ value: 'x' }] };
const nightly = { client_id: 'nightly', client_secrets: [{ value: 'x' }], grant_types: ['client_credentials'] };
const corp = {
  ...{ name: 'corp', display_name: 'Contoso', type: 'oidc', issuer: 'https://corp.test', client_id: 'signet' },
  client_secret: 'upstream-secret-0123456789',
};
const byRole = { roles: [{ name: 'admin', groups: ['STAFF'] }] };

describe('a group that another entry names cannot be deleted: in_use (decision 023)', () => {
  it.each<[string, object, object]>([
    ['access', { clients: [{ ...ledger, access_groups: ['Staff'] }] }, { clients: [ledger] }],
    ['approvers', { clients: [{ ...ledger, approver_groups: ['staff'] }] }, { clients: [ledger] }],
    ['a role of a client', { clients: [{ ...ledger, ...byRole }] }, { clients: [ledger] }],
    ['a role of an API', { apis: [{ name: 'orders', ...byRole }] }, { apis: [{ name: 'orders' }] }],
    [
      'the group claim of a client',
      { clients: [{ ...ledger, groups_claim: { show: ['staff', 'x-*'] } }] },
      { clients: [ledger] },
    ],
    [
      'the group claim of an API',
      { apis: [{ name: 'orders', groups_claim: { show: ['staff'] } }] },
      { apis: [{ name: 'orders' }] },
    ],
    [
      'a mapping of a provider',
      { identity_providers: [{ ...corp, group_mapping: { claim: 'groups', values: { a: ['staff'] } } }] },
      { identity_providers: [corp] },
    ],
  ])('for %s', async (_, naming, without) => {
    await apply({ groups: [{ name: 'staff' }, { name: 'other' }], ...naming });
    await expect(remove('groups', 'staff')).rejects.toMatchObject({ problems: [{ code: 'in_use' }] });
    expect(await open.db.group.count()).toBe(2);
    await remove('groups', 'other');
    await apply(without);
    await remove('groups', 'staff');
    expect(await open.db.group.count()).toBe(0);
  });

  it('while a pattern alone, which names no group, holds none', async () => {
    await apply({ groups: [{ name: 'staff' }], clients: [{ ...ledger, groups_claim: { show: ['sta*'] } }] });
    await remove('groups', 'staff');
    expect(await open.db.group.count()).toBe(0);
  });
});

describe('an API (decision 024)', () => {
  it('that a client has roles of cannot be deleted: in_use', async () => {
    const roles = [{ name: 'reader' }];
    const api_roles = [{ api: 'orders', roles: ['reader'] }];
    await apply({ apis: [{ name: 'orders', roles }, { name: 'desk' }], clients: [{ ...nightly, api_roles }] });
    await expect(remove('apis', 'orders')).rejects.toMatchObject({ problems: [{ code: 'in_use' }] });
    await remove('apis', 'desk');
    await apply({ clients: [nightly] });
    await remove('apis', 'orders');
    expect(await open.db.api.count()).toBe(0);
  });
});

it('what a setting makes idle is kept (decision 023)', async () => {
  const idle = { access: 'everyone', access_groups: ['staff'], approver_groups: ['staff'], access_contact: 'desk' };
  await apply({ groups: [{ name: 'staff' }], clients: [{ ...ledger, ...idle }] });
  const [client] = await listClients(open.db);
  expect(client).toMatchObject({ accessGroups: ['staff'], approverGroups: ['staff'], accessContact: 'desk' });
});
