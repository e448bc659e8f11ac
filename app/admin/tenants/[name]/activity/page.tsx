import { ActivityView } from '#components/admin/tenants/activity-view';
import { TenantFrame } from '#components/admin/tenants/tenant-frame';
import { readEntryHistory } from '#lib/admin/entries/read-entry-history';
import { readPathKey } from '#lib/admin/path-key';
import { readTenant, readTenantUsage } from '#lib/admin/tenants/read-tenant';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'read' },
  section: 'tenants',
  render: async ({ admin, params }) => {
    const tenant = await readTenant(admin, readPathKey(params.name));
    const { name } = tenant;
    const usage = await readTenantUsage(admin, name);
    const history = await readEntryHistory(admin, { section: 'tenants', key: name });
    const body = (
      <TenantFrame tenant={tenant} page="activity">
        <ActivityView name={name} usage={usage} {...history} />
      </TenantFrame>
    );
    return { title: `${tenant.displayName}: ${adminTexts.tenants.tabs.activity}`, body };
  },
});
