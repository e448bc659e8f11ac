import { ScopeListView } from '#components/admin/scopes/scope-list-view';
import { canEdit } from '#lib/admin/access/permission';
import { listAddress } from '#lib/admin/query';
import { listScopeLines, readScopeQuery } from '#lib/admin/scopes/list-scopes';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'read' },
  section: 'scopes',
  render: async ({ admin, query }) => {
    const asked = readScopeQuery(query);
    const page = listScopeLines(admin, asked);
    const view = { address: listAddress('/admin/scopes', query), asked, page, canEdit: canEdit(admin) };
    return { title: adminTexts.scopes.title, body: <ScopeListView {...view} /> };
  },
});
