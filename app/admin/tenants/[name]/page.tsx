import { TenantSettings } from '#components/admin/tenants/tenant-settings';
import { clientChoices } from '#lib/admin/clients/client-choices';
import { adminPage } from '#lib/next/admin-page';
import { entryPage } from '../../entries/entry-page';
import { tenantFace } from '../tenant-face';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'read' },
  section: 'tenants',
  render: entryPage(tenantFace, 'settings', ({ admin, detail, form }) => (
    <TenantSettings settings={detail.settings} providers={clientChoices(admin).providers} form={form} />
  )),
});
