import { NewUserView } from '#components/admin/users/new-user-view';
import { adminTexts } from '#lib/i18n/admin/texts';
import { adminPage } from '#lib/next/admin-page';
import { create } from '../actions';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'edit' },
  section: 'users',
  render: async ({ admin, csrf }) => ({
    title: adminTexts.users.new.title,
    body: <NewUserView action={create} csrf={csrf} minimumLength={admin.snapshot.portal.passwordMinLength} />,
  }),
});
