import { UsersView } from '#components/admin/users/users-view';
import { isPermitted } from '#lib/admin/access/permission';
import { addressWith } from '#lib/admin/query';
import { countActiveUsers, listUserLines, readUserQuery } from '#lib/admin/users/list-users';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'read' },
  section: 'users',
  render: async ({ admin, query }) => {
    const asked = readUserQuery(query);
    const page = await listUserLines(admin, asked);
    const body = (
      <UsersView
        asked={asked}
        page={page}
        total={await countActiveUsers(admin, asked)}
        next={page.next && addressWith('/admin/users', query, { after: page.next })}
        first={asked.after && addressWith('/admin/users', query, { after: null })}
        mayCreate={isPermitted(admin.principal.role, 'edit')}
      />
    );
    return { title: adminTexts.users.title, body };
  },
});
