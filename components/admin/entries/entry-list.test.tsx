import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AdminContext } from '#lib/admin/admin-context';
import { readClientPage, readClientQuery } from '#lib/admin/clients/list-clients';
import { listPage } from '#lib/admin/entries/list-page';
import { listProviderLines } from '#lib/admin/providers/list-providers';
import { listScopeLines } from '#lib/admin/scopes/list-scopes';
import { listTenantLines } from '#lib/admin/tenants/list-tenants';
import { refreshSnapshot } from '#lib/snapshot/current';
import { createTestAdmin, type TestAdmin } from '#lib/testing/admin';
import { breakEntries } from '#lib/testing/break-entries';
import { ClientListView } from '../clients/client-list-view';
import { ProviderListView } from '../providers/provider-list-view';
import { ScopeListView } from '../scopes/scope-list-view';
import { TenantListView } from '../tenants/tenant-list-view';

const publicClient = { token_endpoint_auth_method: 'none', redirect_uris: ['https://rp.test/cb'] };
const github = { type: 'github', client_id: 'x', client_secret: 'y' };
let area: TestAdmin;

beforeAll(async () => {
  area = await createTestAdmin({
    scopes: [
      { name: 'broken', type: 'resource', display_name: 'Broken' },
      { name: 'whole', type: 'resource', display_name: 'Whole' },
    ],
    clients: [
      { client_id: 'broken', ...publicClient },
      { client_id: 'whole', ...publicClient },
    ],
    identity_providers: [
      { name: 'broken', display_name: 'Broken', ...github },
      { name: 'whole', display_name: 'Whole', ...github },
    ],
    tenants: [
      { name: 'broken', display_name: 'Broken' },
      { name: 'whole', display_name: 'Whole' },
    ],
  });
  const { db, now } = area.provider.context();
  await breakEntries(db, 'broken', now);
  await refreshSnapshot(now);
});
afterAll(() => area.close());

const asked = { q: null, after: null };
const action = async () => expect.fail('no form is sent');
const view = { q: null, canEdit: true } as const;
type List = (admin: AdminContext) => ReactNode | Promise<ReactNode>;

it.each<[string, string, List]>([
  [
    'clients',
    '/admin/clients',
    async (admin) => {
      const query = readClientQuery({});
      const found = await readClientPage(admin, query);
      const page = listPage('/admin/clients', found, query);
      return <ClientListView asked={query} found={found} page={page} canEdit />;
    },
  ],
  ['scopes', '/admin/scopes', (admin) => <ScopeListView {...listScopeLines(admin)} identity={[]} canEdit />],
  [
    'identity providers',
    '/admin/providers',
    async (admin) => {
      const found = await listProviderLines(admin, asked);
      const page = listPage('/admin/providers', found, asked);
      return <ProviderListView {...view} {...found} page={page} move={action} csrf="" />;
    },
  ],
  [
    'tenants',
    '/admin/tenants',
    (admin) => {
      const found = listTenantLines(admin, asked);
      return <TenantListView {...view} lines={found.lines} page={listPage('/admin/tenants', found, asked)} />;
    },
  ],
])('the list of %s marks the row that cannot be read, and no other', async (_, path, list) => {
  const html = renderToStaticMarkup(await list(await area.admin()));
  const rows = html.split('<tr').filter((row) => row.includes(`href="${path}/`) && row.includes('</td>'));
  const marked = rows.map((row) => [row.includes(`${path}/broken`), row.includes('Unreadable')]);
  expect(marked).toEqual([
    [true, true],
    [false, false],
  ]);
  expect(html).toContain('Enabled');
});
