import { BrandingForm } from '#components/admin/tenants/branding-form';
import { RepairsNotice } from '#components/admin/tenants/repairs-notice';
import { TenantFrame } from '#components/admin/tenants/tenant-frame';
import { canEdit } from '#lib/admin/clients/client-choices';
import { readPathKey } from '#lib/admin/path-key';
import { readTenant } from '#lib/admin/tenants/read-tenant';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';
import { saveBranding } from '../../actions';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'read' },
  section: 'tenants',
  render: async ({ admin, params, query, csrf }) => {
    const tenant = await readTenant(admin, readPathKey(params.name));
    const done = query.created === '1' ? 'created' : query.saved === '1' ? 'saved' : null;
    const body = (
      <TenantFrame tenant={tenant} page="branding" done={done}>
        <RepairsNotice repairs={tenant.repairs} chosen={tenant.colours} />
        <BrandingForm tenant={tenant} action={saveBranding} csrf={csrf} canEdit={canEdit(admin)} />
      </TenantFrame>
    );
    return { title: `${tenant.displayName}: ${adminTexts.tenants.tabs.branding}`, body };
  },
});
