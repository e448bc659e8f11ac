import { ProfileForm } from '#components/admin/users/profile-form';
import { UserFrame } from '#components/admin/users/user-frame';
import { readUserFacts } from '#lib/admin/users/read-user';
import { adminPage } from '#lib/next/admin-page';
import { readPathKey } from '#lib/vocabulary/path-segment';
import { save } from '../actions';

export const dynamic = 'force-dynamic';

export default adminPage({
  policy: { permission: 'read' },
  section: 'users',
  render: async ({ admin, params, csrf }) => {
    const user = await readUserFacts(admin, readPathKey(params.sub));
    const body = (
      <UserFrame user={user} tab="profile" admin={admin}>
        <ProfileForm user={user} action={save} csrf={csrf} />
      </UserFrame>
    );
    return { title: user.username, body };
  },
});
