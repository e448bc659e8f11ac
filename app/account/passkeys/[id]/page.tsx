import { PasskeyEditView, passkeyTitle } from '#components/account/passkeys/passkeys-view';
import { readPasskey } from '#lib/account/passkeys/read-passkeys';
import { timeZoneOf } from '#lib/account/time-zone';
import { accountPage } from '#lib/next/account-page';

export const dynamic = 'force-dynamic';

export default accountPage({
  page: 'account-passkey',
  section: 'security',
  render: async ({ context, session, locale, form, params }) => {
    const passkey = await readPasskey(session.user, params.id ?? '', context);
    if (passkey === null) return null;
    return {
      title: passkeyTitle(locale, passkey),
      body: <PasskeyEditView locale={locale} form={form} passkey={passkey} timeZone={timeZoneOf(session.user)} />,
    };
  },
});
