import { PageHeader } from '#components/admin/page-header';
import { NewScopeForm } from '#components/admin/scopes/new-scope-form';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';
import { createScope } from '../actions';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'edit' },
  section: 'scopes',
  render: async ({ csrf }) => {
    const { title, create } = adminTexts.scopes;
    const body = (
      <>
        <PageHeader title={create} parent={{ label: title, href: '/admin/scopes' }} />
        <NewScopeForm action={createScope} csrf={csrf} />
      </>
    );
    return { title: create, body };
  },
});
