import { ClientListView } from '#components/admin/clients/client-list-view';
import { canEdit } from '#lib/admin/clients/client-choices';
import { readClientPage, readClientQuery } from '#lib/admin/clients/list-clients';
import { addressWith } from '#lib/admin/query';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'read' },
  section: 'clients',
  render: async ({ admin, query }) => {
    const asked = readClientQuery(query);
    const page = await readClientPage(admin, asked);
    const { q, kind, state, origin, use } = asked;
    const address = (after: string | null) => addressWith('/admin/clients', {}, { q, kind, state, origin, use, after });
    const body = (
      <ClientListView
        asked={asked}
        page={page}
        next={page.next === null ? null : address(page.next)}
        start={page.first === 1 ? null : address(null)}
        deleted={query.deleted === '1'}
        canEdit={canEdit(admin)}
      />
    );
    return { title: adminTexts.clients.title, body };
  },
});
