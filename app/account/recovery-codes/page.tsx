import { RecoveryCodesState } from '#components/account/factors/factors-view';
import { readRecoveryCodes } from '#lib/account/factors/read-factors';
import { timeZoneOf } from '#lib/account/time-zone';
import { translate } from '#lib/i18n/translate';
import { accountPage } from '#lib/next/account-page';

export const dynamic = 'force-dynamic';

export default accountPage({
  page: 'account-recovery-codes',
  section: 'security',
  fresh: true,
  render: async ({ context, session, locale, form }) => {
    const model = await readRecoveryCodes(session, context);
    return {
      title: translate(locale, 'account.security.recovery_codes'),
      text: translate(locale, 'account.recovery_codes.text'),
      body: <RecoveryCodesState locale={locale} form={form} model={model} timeZone={timeZoneOf(session.user)} />,
    };
  },
});
