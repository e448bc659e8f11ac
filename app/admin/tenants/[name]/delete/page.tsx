import { DeleteEntryForm } from '#components/admin/entries/delete-entry-form';
import { TenantFrame } from '#components/admin/tenants/tenant-frame';
import { UsagePanel } from '#components/admin/tenants/usage-panel';
import { Notice } from '#components/ui/notice';
import { Panel } from '#components/ui/panel';
import { tenantPath } from '#lib/admin/entries/entry-path';
import { readPathKey } from '#lib/admin/path-key';
import { readTenant, readTenantUsage } from '#lib/admin/tenants/read-tenant';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';
import { deleteTenant } from '../../actions';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'edit' },
  section: 'tenants',
  render: async ({ admin, params, csrf }) => {
    const tenant = await readTenant(admin, readPathKey(params.name));
    const usage = await readTenantUsage(admin, tenant.name);
    const { remove } = adminTexts.tenants;
    const title = remove.title(tenant.displayName);
    const body = (
      <TenantFrame tenant={tenant} page={null}>
        <UsagePanel usage={usage} />
        <Panel title={title} description={remove.text}>
          {tenant.enabled ? (
            <Notice tone="warning">{remove.disableFirst}</Notice>
          ) : (
            <DeleteEntryForm
              name={tenant.name}
              field="name"
              texts={remove}
              backHref={tenantPath(tenant.name)}
              action={deleteTenant}
              csrf={csrf}
            />
          )}
        </Panel>
      </TenantFrame>
    );
    return { title, body };
  },
});
