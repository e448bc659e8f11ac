import { ProviderListView } from '#components/admin/providers/provider-list-view';
import { canEdit } from '#lib/admin/clients/client-choices';
import { listPage, readNameQuery } from '#lib/admin/entries/list-page';
import { listProviderLines } from '#lib/admin/providers/list-providers';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';
import { moveProvider } from './actions';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'read' },
  section: 'providers',
  render: async ({ admin, query, csrf }) => {
    const asked = readNameQuery(query);
    const found = await listProviderLines(admin, asked);
    const page = listPage('/admin/providers', found, asked);
    const { lines, isSample } = found;
    const view = { q: asked.q, lines, isSample, page, canEdit: canEdit(admin) };
    const body = <ProviderListView {...view} move={moveProvider} csrf={csrf} />;
    return { title: adminTexts.providers.title, body };
  },
});
