import { ProfileView } from '#components/account/profile-view';
import { readProfile } from '#lib/account/profile/read-profile';
import { translate } from '#lib/i18n/translate';
import { accountPage } from '#lib/next/account-page';

export const dynamic = 'force-dynamic';

export default accountPage({
  page: 'account-profile',
  section: 'profile',
  render: async ({ context, session, locale }) => {
    const rows = await readProfile(session.user, context);
    const name = rows.find(({ field }) => field === 'name')?.value ?? session.user.username;
    return {
      title: translate(locale, 'account.sections.profile'),
      text: translate(locale, 'account.profile.text'),
      body: <ProfileView locale={locale} rows={rows} name={name} />,
    };
  },
});
