import { PageHeader } from '#components/admin/page-header';
import { NewTenantForm } from '#components/admin/tenants/new-tenant-form';
import { Panel } from '#components/ui/panel';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';
import { createTenant } from '../actions';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'edit' },
  section: 'tenants',
  render: async ({ csrf }) => {
    const { title, create } = adminTexts.tenants;
    const body = (
      <>
        <PageHeader title={create} parent={{ label: title, href: '/admin/tenants' }} />
        <Panel>
          <NewTenantForm action={createTenant} csrf={csrf} />
        </Panel>
      </>
    );
    return { title: create, body };
  },
});
