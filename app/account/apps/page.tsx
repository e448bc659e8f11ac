import { AppsView } from '#components/account/apps-view';
import { readApps } from '#lib/account/apps/read-apps';
import { timeZoneOf } from '#lib/account/time-zone';
import { translate } from '#lib/i18n/translate';
import { accountPage } from '#lib/next/account-page';
import { readPageNumber } from '#lib/vocabulary/numbered-page';

export const dynamic = 'force-dynamic';

export default accountPage({
  page: 'account-apps',
  section: 'apps',
  render: async ({ context, session, locale, query }) => {
    const page = await readApps(session.user, context, readPageNumber(query.page));
    return {
      title: translate(locale, 'account.sections.apps'),
      text: translate(locale, 'account.apps.text'),
      body: <AppsView locale={locale} page={page} timeZone={timeZoneOf(session.user)} />,
    };
  },
});
