import { SecurityView } from '#components/account/factors/security-view';
import { readSecurity } from '#lib/account/factors/read-security';
import { translate } from '#lib/i18n/translate';
import { accountPage } from '#lib/next/account-page';

export const dynamic = 'force-dynamic';

export default accountPage({
  page: 'account-security',
  section: 'security',
  render: async ({ context, session, locale }) => ({
    title: translate(locale, 'account.sections.security'),
    text: translate(locale, 'account.security.text'),
    body: <SecurityView locale={locale} model={await readSecurity(session, context)} />,
  }),
});
