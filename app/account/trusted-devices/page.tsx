import { TrustedDevicesView } from '#components/account/factors/trusted-devices-view';
import { timeZoneOf } from '#lib/account/time-zone';
import { listTrustedDevices } from '#lib/factors/trusted-device-store';
import { translate } from '#lib/i18n/translate';
import { accountPage } from '#lib/next/account-page';

export const dynamic = 'force-dynamic';

export default accountPage({
  page: 'account-trusted-devices',
  section: 'security',
  render: async ({ context, session, locale, form }) => {
    const devices = await listTrustedDevices(context.db, session.sub, context.now);
    return {
      title: translate(locale, 'account.security.trusted'),
      text: translate(locale, 'account.trusted.text'),
      body: <TrustedDevicesView locale={locale} form={form} devices={devices} timeZone={timeZoneOf(session.user)} />,
    };
  },
});
