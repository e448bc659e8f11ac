import { EmailView } from '#components/account/email-view';
import { readEmail } from '#lib/account/email/change-email';
import { translate } from '#lib/i18n/translate';
import { accountPage } from '#lib/next/account-page';

export const dynamic = 'force-dynamic';

export default accountPage({
  page: 'account-email',
  section: 'profile',
  fresh: true,
  render: async ({ context, session, locale, form }) => ({
    title: translate(locale, 'account.email.title'),
    text: translate(locale, 'account.email.text'),
    body: <EmailView locale={locale} form={form} model={await readEmail(session.user, context)} />,
  }),
});
