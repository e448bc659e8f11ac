import { BrandingForm } from '#components/admin/tenants/branding-form';
import { adminPage } from '#lib/next/admin-page';
import { entryTab } from '#views/admin/entries/view';
import { tenantFace } from '../../tenant-face';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'read' },
  section: 'tenants',
  render: entryTab(tenantFace, 'branding', ({ detail, form }) => <BrandingForm tenant={detail} form={form} />),
});
