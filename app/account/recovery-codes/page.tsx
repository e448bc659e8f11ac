import { RecoveryCodesState } from '#components/account/factors/recovery-codes-state';
import { timeZoneOf } from '#lib/account/time-zone';
import { findRecoveryCodes } from '#lib/factors/recovery-code-store';
import { translate } from '#lib/i18n/translate';
import { accountPage } from '#lib/next/account-page';

export const dynamic = 'force-dynamic';

export default accountPage({
  page: 'account-recovery-codes',
  section: 'security',
  fresh: { changesFactors: true },
  render: async ({ context, session, locale, form }) => {
    const { totp, passkeys } = session.factors;
    const state = { codes: await findRecoveryCodes(context.db, session.sub), mayRenew: totp || passkeys > 0 };
    return {
      title: translate(locale, 'account.security.recovery_codes'),
      text: translate(locale, 'account.recovery_codes.text'),
      body: <RecoveryCodesState locale={locale} form={form} {...state} timeZone={timeZoneOf(session.user)} />,
    };
  },
});
