import { TenantListView } from '#components/admin/tenants/tenant-list-view';
import { canEdit } from '#lib/admin/clients/client-choices';
import { listPage, readNameQuery } from '#lib/admin/entries/list-page';
import { listTenantLines } from '#lib/admin/tenants/list-tenants';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'read' },
  section: 'tenants',
  render: async ({ admin, query }) => {
    const asked = readNameQuery(query);
    const found = listTenantLines(admin, asked);
    const page = listPage('/admin/tenants', found, asked);
    const body = <TenantListView q={asked.q} lines={found.lines} page={page} canEdit={canEdit(admin)} />;
    return { title: adminTexts.tenants.title, body };
  },
});
