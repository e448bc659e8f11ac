import { TenantListView } from '#components/admin/tenants/tenant-list-view';
import { canEdit } from '#lib/admin/clients/client-choices';
import { addressWith } from '#lib/admin/query';
import { listTenantLines, readTenantQuery } from '#lib/admin/tenants/list-tenants';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'read' },
  section: 'tenants',
  render: async ({ admin, query }) => {
    const asked = readTenantQuery(query);
    const page = listTenantLines(admin, asked);
    const address = (after: string | null) => addressWith('/admin/tenants', {}, { q: asked.q, after });
    const body = (
      <TenantListView
        asked={asked}
        page={page}
        next={page.next === null ? null : address(page.next)}
        start={asked.after === null ? null : address(null)}
        deleted={query.deleted === '1'}
        canEdit={canEdit(admin)}
      />
    );
    return { title: adminTexts.tenants.title, body };
  },
});
