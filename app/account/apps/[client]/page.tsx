import { AppView } from '#components/account/app-view';
import { readApp } from '#lib/account/apps/read-apps';
import { timeZoneOf } from '#lib/account/time-zone';
import { displayText } from '#lib/i18n/display-text';
import { accountPage } from '#lib/next/account-page';
import { readPathSegment } from '#lib/vocabulary/path-segment';

export const dynamic = 'force-dynamic';

export default accountPage({
  page: 'account-app',
  section: 'apps',
  render: async ({ context, session, locale, form, params }) => {
    const clientId = readPathSegment(params.client);
    const app = clientId === null ? null : await readApp(session.user, clientId, context);
    if (app === null) return null;
    return {
      title: displayText(app.client.name),
      body: <AppView locale={locale} form={form} app={app} timeZone={timeZoneOf(session.user)} />,
    };
  },
});
