import { adminPage } from '#lib/next/admin-page';
import { questionPage } from '#views/admin/entries/views/beside';
import { tenantFace } from '../../tenant-face';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'edit' },
  section: 'tenants',
  render: questionPage(tenantFace, 'delete'),
});
