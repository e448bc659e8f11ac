import { adminPage } from '#lib/next/admin-page';
import { disablePage } from '../../../entries/beside-page';
import { tenantFace } from '../../tenant-face';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'edit' },
  section: 'tenants',
  render: disablePage(tenantFace),
});
