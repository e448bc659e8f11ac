import { UserListView } from '#components/admin/users/user-list-view';
import { isPermitted } from '#lib/admin/access/permission';
import { listAddress } from '#lib/admin/query';
import { readUserPage, readUserPageQuery } from '#lib/admin/users/read-user-page';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'read' },
  section: 'users',
  render: async ({ admin, query }) => {
    const asked = readUserPageQuery(query);
    const body = (
      <UserListView
        address={listAddress('/admin/users', query)}
        asked={asked}
        page={await readUserPage(admin, asked)}
        providers={[...admin.snapshot.providers.values()]}
        tenants={[...admin.snapshot.tenants.values()]}
        canEdit={isPermitted(admin.principal.role, 'edit')}
      />
    );
    return { title: adminTexts.users.title, body };
  },
});
