import { NewScopeForm } from '#components/admin/scopes/new-scope-form';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';
import { pageBelow } from '#views/admin/entries/view';

export const dynamic = 'force-dynamic';

const { title, create } = adminTexts.scopes;

export default adminPage({
  policy: { permission: 'edit' },
  section: 'scopes',
  render: async () => pageBelow({ title: create, parent: { label: title, href: '/admin/scopes' } }, <NewScopeForm />),
});
