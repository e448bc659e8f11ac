import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AdminContext } from '#lib/admin/admin-context';
import { readAuditPage, readAuditQuery } from '#lib/admin/audit/read';
import { resolveAudit } from '#lib/admin/audit/resolve-audit';
import { readClientPage, readClientQuery } from '#lib/admin/clients/read-list';
import { changePreferences, readPreferences } from '#lib/admin/frame/preferences';
import { mapLines } from '#lib/admin/list/list-page';
import { readPlace } from '#lib/admin/list/list-query';
import { createTestAdmin, type TestAdmin } from '#lib/testing/admin';
import { AuditView } from '#views/admin/audit/view';
import { ClientListView } from '#views/admin/clients/views/list';
import { AdminShell } from '../admin-shell';
import type { AdminSection } from '../frame/navigation';

/**
 * The limit for a list of 25 rows with its frame, in uncompressed bytes. A browser has to parse all of them to show the
 * page.
 */
const budget = 78_000;

let area: TestAdmin;

beforeAll(async () => {
  area = await createTestAdmin({
    clients: Array.from({ length: 30 }, (_, index) => ({
      client_id: `application-${index}`,
      client_name: `Application number ${index}`,
      token_endpoint_auth_method: 'none',
      redirect_uris: [`https://application-${index}.example/callback`],
    })),
  });
});
afterAll(() => area.close());

type List = (admin: AdminContext) => Promise<ReactNode>;

it.each<[AdminSection, List]>([
  [
    'clients',
    async (admin) => {
      const query = readClientQuery({});
      const found = await readClientPage(admin, query);
      const page = { ...found, ...mapLines(found, (line) => ({ ...line, tenantName: null, issues: 2 })) };
      const address = { path: '/admin/clients', query: {} };
      return <ClientListView address={address} asked={query} page={page} tenants={[]} canEdit />;
    },
  ],
  [
    'audit',
    async (admin) => {
      const resolved = await resolveAudit(admin, readAuditQuery({}));
      if ('reference' in resolved) expect.fail('nothing was searched for');
      const page = await readAuditPage(admin, resolved.asked, readPlace({}));
      const address = { path: '/admin/audit', query: {} };
      return <AuditView address={address} {...resolved} page={page} />;
    },
  ],
])('the list of %s is small even without compression', async (section, list) => {
  const admin = await area.admin();
  const frame = {
    issuer: 'https://id.example.com',
    portal: 'Harbour',
    person: { name: 'Grace Hopper', role: 'owner' },
    environment: 'Production',
    openChecks: 3,
    preferences: changePreferences(readPreferences(undefined, { secure: true }), {}),
    csrf: 'token',
    address: '/admin',
    hasDocs: true,
    version: '1.0.0',
    nonce: undefined,
  } as const;
  const html = renderToStaticMarkup(
    <AdminShell section={section} title="List" frame={frame}>
      {await list(admin)}
    </AdminShell>,
  );
  expect(html.split('<tr').length).toBeGreaterThan(25);
  expect(Buffer.byteLength(html)).toBeLessThan(budget);
});
