import { SecurityView } from '#components/account/factors/security-view';
import { readActivity } from '#lib/account/activity/activity';
import { readSecurity } from '#lib/account/factors/read-factors';
import { timeZoneOf } from '#lib/account/time-zone';
import { translate } from '#lib/i18n/translate';
import { accountPage } from '#lib/next/account-page';

export const dynamic = 'force-dynamic';

export default accountPage({
  page: 'account-security',
  section: 'security',
  render: async ({ context, session, locale }) => {
    const model = await readSecurity(session, context);
    const { rows } = await readActivity(session, { before: undefined, locale, limit: 10 }, context);
    return {
      title: translate(locale, 'account.sections.security'),
      text: translate(locale, 'account.security.text'),
      body: <SecurityView locale={locale} model={model} activity={rows} timeZone={timeZoneOf(session.user)} />,
    };
  },
});
