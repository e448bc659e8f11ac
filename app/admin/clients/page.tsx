import { ClientListView } from '#components/admin/clients/client-list-view';
import { canEdit } from '#lib/admin/clients/client-choices';
import { readClientPage, readClientQuery } from '#lib/admin/clients/list-clients';
import { listPage } from '#lib/admin/entries/list-page';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'read' },
  section: 'clients',
  render: async ({ admin, query }) => {
    const asked = readClientQuery(query);
    const found = await readClientPage(admin, asked);
    const page = listPage('/admin/clients', found, asked);
    const body = <ClientListView asked={asked} found={found} page={page} canEdit={canEdit(admin)} />;
    return { title: adminTexts.clients.title, body };
  },
});
