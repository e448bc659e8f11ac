import { ClientListView } from '#components/admin/clients/client-list-view';
import { countIssues } from '#lib/admin/checks/read';
import { canEdit } from '#lib/admin/clients/client-choices';
import { readClientQuery } from '#lib/admin/clients/client-query';
import { readClientPage } from '#lib/admin/clients/list-clients';
import { mapLines } from '#lib/admin/list/list-page';
import { listAddress } from '#lib/admin/query';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';
import { openChecks } from '#lib/next/open-checks';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'read' },
  section: 'clients',
  render: async ({ admin, query }) => {
    const asked = readClientQuery(query);
    const found = await readClientPage(admin, asked);
    const issues = countIssues(await openChecks(admin), 'client');
    const { tenants } = admin.snapshot;
    const lines = mapLines(found, (line) => ({
      ...line,
      tenantName: tenants.get(line.tenant ?? '')?.displayName ?? line.tenant,
      issues: issues.get(line.clientId) ?? 0,
    }));
    const body = (
      <ClientListView
        address={listAddress('/admin/clients', query)}
        asked={asked}
        page={{ ...found, ...lines }}
        tenants={[...tenants.values()]}
        canEdit={canEdit(admin)}
      />
    );
    return { title: adminTexts.clients.title, body };
  },
});
