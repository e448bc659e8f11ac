import { TrustedDevicesView } from '#components/account/factors/factors-view';
import { readTrustedDevices } from '#lib/account/factors/read-factors';
import { timeZoneOf } from '#lib/account/time-zone';
import { translate } from '#lib/i18n/translate';
import { accountPage } from '#lib/next/account-page';

export const dynamic = 'force-dynamic';

export default accountPage({
  page: 'account-trusted-devices',
  section: 'security',
  render: async ({ context, session, locale, form }) => {
    const devices = await readTrustedDevices(session, context);
    return {
      title: translate(locale, 'account.security.trusted'),
      text: translate(locale, 'account.trusted.text'),
      body: <TrustedDevicesView locale={locale} form={form} devices={devices} timeZone={timeZoneOf(session.user)} />,
    };
  },
});
