import { TenantListView } from '#components/admin/tenants/tenant-list-view';
import { canEdit } from '#lib/admin/access/permission';
import { readNameQuery } from '#lib/admin/list/list-query';
import { listAddress } from '#lib/admin/query';
import { listTenantLines } from '#lib/admin/tenants/list-tenants';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'read' },
  section: 'tenants',
  render: async ({ admin, query }) => {
    const asked = readNameQuery(query);
    const page = listTenantLines(admin, asked);
    const address = listAddress('/admin/tenants', query);
    const body = <TenantListView address={address} q={asked.q} page={page} canEdit={canEdit(admin)} />;
    return { title: adminTexts.tenants.title, body };
  },
});
