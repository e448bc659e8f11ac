import { TenantSettings } from '#components/admin/tenants/tenant-settings';
import { clientChoices } from '#lib/admin/clients/fields';
import { adminPage } from '#lib/next/admin-page';
import { entryTab } from '#views/admin/entries/view';
import { tenantFace } from '../tenant-face';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'read' },
  section: 'tenants',
  render: entryTab(tenantFace, 'settings', ({ admin, detail, form }) => (
    <TenantSettings settings={detail.settings} providers={clientChoices(admin).providers} form={form} />
  )),
});
