import { BrandingForm } from '#components/admin/tenants/branding-form';
import { RepairsNotice } from '#components/admin/tenants/repairs-notice';
import { adminPage } from '#lib/next/admin-page';
import { entryPage } from '../../../entries/entry-page';
import { tenantFace } from '../../tenant-face';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'read' },
  section: 'tenants',
  render: entryPage(tenantFace, 'branding', ({ detail, form }) => (
    <>
      <RepairsNotice repairs={detail.repairs} chosen={detail.colors} />
      <BrandingForm tenant={detail} form={form} />
    </>
  )),
});
