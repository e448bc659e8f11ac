import { UsernameView } from '#components/account/profile-view';
import { translate } from '#lib/i18n/translate';
import { accountPage } from '#lib/next/account-page';

export const dynamic = 'force-dynamic';

export default accountPage({
  page: 'account-username',
  section: 'profile',
  fresh: true,
  render: async ({ session, locale, form }) => ({
    title: translate(locale, 'account.profile.username'),
    text: translate(locale, 'account.username.text'),
    body: <UsernameView locale={locale} form={form} username={session.user.username} />,
  }),
});
