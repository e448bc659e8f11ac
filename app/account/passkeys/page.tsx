import { PasskeysView } from '#components/account/passkeys/passkeys-view';
import { readPasskeys } from '#lib/account/passkeys/read-passkeys';
import { timeZoneOf } from '#lib/account/time-zone';
import { translate } from '#lib/i18n/translate';
import { accountPage } from '#lib/next/account-page';

export const dynamic = 'force-dynamic';

export default accountPage({
  page: 'account-passkeys',
  section: 'security',
  render: async ({ context, session, locale }) => {
    const model = await readPasskeys(session.user, context);
    if (model === null) return null;
    return {
      title: translate(locale, 'passkey.list.title'),
      text: translate(locale, 'passkey.list.text'),
      body: <PasskeysView locale={locale} model={model} timeZone={timeZoneOf(session.user)} />,
    };
  },
});
