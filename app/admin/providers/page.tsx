import { ProviderListView } from '#components/admin/providers/provider-list-view';
import { canEdit } from '#lib/admin/access/permission';
import { readNameQuery } from '#lib/admin/list/list-query';
import { listProviderLines } from '#lib/admin/providers/list-providers';
import { listAddress } from '#lib/admin/query';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'read' },
  section: 'providers',
  render: async ({ admin, query }) => {
    const asked = readNameQuery(query);
    const page = await listProviderLines(admin, asked);
    const view = { address: listAddress('/admin/providers', query), q: asked.q, page, canEdit: canEdit(admin) };
    const body = <ProviderListView {...view} />;
    return { title: adminTexts.providers.title, body };
  },
});
