import { DangerPanel } from '#components/admin/tenants/danger-panel';
import { SettingsForm } from '#components/admin/tenants/settings-form';
import { TenantFrame } from '#components/admin/tenants/tenant-frame';
import { canEdit, clientChoices } from '#lib/admin/clients/client-choices';
import { readPathKey } from '#lib/admin/path-key';
import { clientsOf, readTenant } from '#lib/admin/tenants/read-tenant';
import { adminPage } from '#lib/next/admin-page';
import { enableTenant, saveTenant } from '../actions';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'read' },
  section: 'tenants',
  render: async ({ admin, params, query, csrf }) => {
    const tenant = await readTenant(admin, readPathKey(params.name));
    const { name, enabled } = tenant;
    const { length: clients } = clientsOf(name, admin.snapshot);
    const mayEdit = canEdit(admin);
    const { providers } = clientChoices(admin);
    const body = (
      <TenantFrame tenant={tenant} page="settings" done={query.saved === '1' ? 'saved' : null}>
        <SettingsForm tenant={tenant} providers={providers} action={saveTenant} csrf={csrf} canEdit={mayEdit} />
        {mayEdit && <DangerPanel name={name} enabled={enabled} clients={clients} action={enableTenant} csrf={csrf} />}
      </TenantFrame>
    );
    return { title: tenant.displayName, body };
  },
});
