import { NewPasskeyView } from '#components/account/passkeys/passkeys-view';
import { passkeysOn } from '#lib/account/passkeys/read-passkeys';
import { translate } from '#lib/i18n/translate';
import { accountPage } from '#lib/next/account-page';

export const dynamic = 'force-dynamic';

export default accountPage({
  page: 'account-passkey-new',
  section: 'security',
  fresh: true,
  render: async ({ context, locale, form }) =>
    passkeysOn(context)
      ? {
          title: translate(locale, 'passkey.new.title'),
          text: translate(locale, 'passkey.new.text'),
          body: <NewPasskeyView locale={locale} form={form} />,
        }
      : null,
});
