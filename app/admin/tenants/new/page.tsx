import { NewTenantForm } from '#components/admin/tenants/new-tenant-form';
import { Panel } from '#components/ui/panel';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';
import { pageBelow } from '#views/admin/entries/view';

export const dynamic = 'force-dynamic';

const { title, create } = adminTexts.tenants;

export default adminPage({
  policy: { permission: 'edit' },
  section: 'tenants',
  render: async () =>
    pageBelow(
      { title: create, parent: { label: title, href: '/admin/tenants' } },
      <Panel>
        <NewTenantForm />
      </Panel>,
    ),
});
