import { adminPage } from '#lib/next/admin-page';
import { activityPage } from '../../../entries/entry-page';
import { tenantFace } from '../../tenant-face';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'read' },
  section: 'tenants',
  render: activityPage(tenantFace, ({ admin, detail }) => tenantFace.guarded.usage(admin, detail)),
});
