import { DevicesView } from '#components/account/devices-view';
import { readDevices } from '#lib/account/devices/devices';
import { timeZoneOf } from '#lib/account/time-zone';
import { translate } from '#lib/i18n/translate';
import { accountPage } from '#lib/next/account-page';
import { readPageNumber } from '#lib/vocabulary/numbered-page';

export const dynamic = 'force-dynamic';

export default accountPage({
  page: 'account-devices',
  section: 'devices',
  render: async ({ context, session, locale, form, query }) => {
    const devices = await readDevices(session, { locale, page: readPageNumber(query.page) }, context);
    return {
      title: translate(locale, 'account.sections.devices'),
      text: translate(locale, 'account.devices.text'),
      body: <DevicesView locale={locale} form={form} devices={devices} timeZone={timeZoneOf(session.user)} />,
    };
  },
});
