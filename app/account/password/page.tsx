import { PasswordView } from '#components/account/password-view';
import { translate } from '#lib/i18n/translate';
import { accountPage } from '#lib/next/account-page';

export const dynamic = 'force-dynamic';

export default accountPage({
  page: 'account-password',
  section: 'security',
  fresh: true,
  render: async ({ context, session, locale, form }) => {
    const { username, passwordHash } = session.user;
    const { passwordMinLength: minimumLength } = context.snapshot.portal;
    return {
      title: translate(locale, passwordHash === null ? 'account.password.title_first' : 'account.password.title'),
      text: translate(locale, 'account.password.text'),
      body: <PasswordView locale={locale} form={form} username={username} minimumLength={minimumLength} />,
    };
  },
});
