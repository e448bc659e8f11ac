import { adminPage } from '#lib/next/admin-page';
import { activityTab } from '#views/admin/entries/view';
import { tenantFace } from '../../tenant-face';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'read' },
  section: 'tenants',
  render: activityTab(tenantFace, ({ admin, detail }) => tenantFace.guarded.usage(admin, detail)),
});
