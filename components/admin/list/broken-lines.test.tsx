import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AdminContext } from '#lib/admin/admin-context';
import { readClientPage, readClientQuery } from '#lib/admin/clients/read-list';
import { mapLines } from '#lib/admin/list/list-page';
import { readNameQuery } from '#lib/admin/list/list-query';
import { listProviderLines } from '#lib/admin/providers/read';
import { listScopeLines, readScopeQuery } from '#lib/admin/scopes/read';
import { listTenantLines } from '#lib/admin/tenants/read';
import { refreshSnapshot } from '#lib/snapshot/current';
import { createTestAdmin, type TestAdmin } from '#lib/testing/admin';
import { breakEntries } from '#lib/testing/break-entries';
import { ClientListView } from '#views/admin/clients/views/list';
import { ProviderListView } from '#views/admin/providers/views/list';
import { ScopeListView } from '#views/admin/scopes/view';
import { TenantListView } from '#views/admin/tenants/view';

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

const asked = readNameQuery({});
const view = (path: string) => ({ address: { path, query: {} }, q: null, canEdit: true, mayEdit: true });
type List = (admin: AdminContext) => ReactNode | Promise<ReactNode>;

it.each<[string, string, List]>([
  [
    'clients',
    '/admin/clients',
    async (admin) => {
      const query = readClientQuery({});
      const found = await readClientPage(admin, query);
      const page = { ...found, ...mapLines(found, (line) => ({ ...line, tenantName: null, issues: 0 })) };
      return <ClientListView {...view('/admin/clients')} asked={query} page={page} tenants={[]} />;
    },
  ],
  [
    'scopes',
    '/admin/scopes',
    (admin) => {
      const query = readScopeQuery({ type: 'resource' });
      return <ScopeListView {...view('/admin/scopes')} asked={query} page={listScopeLines(admin, query)} />;
    },
  ],
  [
    'identity providers',
    '/admin/providers',
    async (admin) => {
      const page = await listProviderLines(admin, asked);
      return <ProviderListView {...view('/admin/providers')} page={page} />;
    },
  ],
  [
    'tenants',
    '/admin/tenants',
    (admin) => <TenantListView {...view('/admin/tenants')} page={listTenantLines(admin, asked)} />,
  ],
])('the list of %s marks only the row that cannot be read', async (_, path, list) => {
  const html = renderToStaticMarkup(await list(await area.admin()));
  const rows = html.split('<tr').filter((row) => row.includes(`href="${path}/`) && row.includes('</td>'));
  const marked = rows.map((row) => [row.includes(`${path}/broken`), row.includes('Unreadable')]);
  expect(marked).toEqual([
    [true, true],
    [false, false],
  ]);
  expect(html).toContain('Enabled');
});
