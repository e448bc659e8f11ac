import { ScopeListView } from '#components/admin/scopes/scope-list-view';
import { canEdit } from '#lib/admin/clients/client-choices';
import { listScopeLines } from '#lib/admin/scopes/list-scopes';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'read' },
  section: 'scopes',
  render: async ({ admin }) => ({
    title: adminTexts.scopes.title,
    body: <ScopeListView {...listScopeLines(admin)} canEdit={canEdit(admin)} />,
  }),
});
