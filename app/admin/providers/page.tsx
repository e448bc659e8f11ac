import { ProviderListView } from '#components/admin/providers/provider-list-view';
import { canEdit } from '#lib/admin/clients/client-choices';
import { listProviderLines, readProviderQuery } from '#lib/admin/providers/list-providers';
import { addressWith } from '#lib/admin/query';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';
import { moveProvider } from './actions';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'read' },
  section: 'providers',
  render: async ({ admin, query, csrf }) => {
    const asked = readProviderQuery(query);
    const page = await listProviderLines(admin, asked);
    const address = (after: string | null) => addressWith('/admin/providers', {}, { q: asked.q, after });
    const body = (
      <ProviderListView
        asked={asked}
        page={page}
        next={page.next === null ? null : address(page.next)}
        start={asked.after === null ? null : address(null)}
        deleted={query.deleted === '1'}
        canEdit={canEdit(admin)}
        move={moveProvider}
        csrf={csrf}
      />
    );
    return { title: adminTexts.providers.title, body };
  },
});
