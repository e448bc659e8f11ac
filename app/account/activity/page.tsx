import { ActivityView } from '#components/account/activity-view';
import { readActivity } from '#lib/account/activity/activity';
import { timeZoneOf } from '#lib/account/time-zone';
import { translate } from '#lib/i18n/translate';
import { accountPage } from '#lib/next/account-page';

export const dynamic = 'force-dynamic';

export default accountPage({
  page: 'account-activity',
  section: 'security',
  render: async ({ context, session, locale, form, query }) => {
    const activity = await readActivity(session, { before: query.before, locale }, context);
    return {
      title: translate(locale, 'account.activity.title'),
      text: translate(locale, 'account.activity.text'),
      body: <ActivityView locale={locale} form={form} activity={activity} timeZone={timeZoneOf(session.user)} />,
    };
  },
});
