import { BrandingForm } from '#components/admin/tenants/branding-form';
import { adminPage } from '#lib/next/admin-page';
import { entryPage } from '../../../entries/entry-page';
import { tenantFace } from '../../tenant-face';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'read' },
  section: 'tenants',
  render: entryPage(tenantFace, 'branding', ({ detail, form }) => <BrandingForm tenant={detail} form={form} />),
});
