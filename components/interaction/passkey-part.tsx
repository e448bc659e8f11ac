import { PasskeyButton } from '#components/passkey/passkey-button';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import { type SignInPartProps, usernameField } from './login-problem';

/** The button for passkeys, and the passkeys that the browser suggests in the username field. */
export function PasskeyPart({ locale, model }: SignInPartProps) {
  const { form, ask, reauthenticate, problem } = model;
  const hasNameField = ask !== null && ask !== 'password' && !reauthenticate;
  const purpose = { purpose: 'sign_in', decision: 'passkey' };
  return (
    <PasskeyButton
      variant="secondary"
      form={{
        kind: 'showPasskey',
        challenge: '/login/passkey/challenge',
        action: '/login/submit',
        fields: { interaction: form.interaction ?? '', csrf: form.csrf, ...purpose },
        carried: ['remember'],
        ...(hasNameField && { field: usernameField }),
        wasUnknown: problem === 'passkey_unknown',
      }}
      words={{ button: translate(locale, 'passkey.sign_in'), ...showPasskeyWords(locale) }}
    />
  );
}

/** The words while a passkey is used, on any page. */
export function showPasskeyWords(locale: Locale) {
  return {
    waiting: translate(locale, 'passkey.waiting'),
    sent: translate(locale, 'passkey.checking'),
    cancelled: translate(locale, 'passkey.cancelled'),
    failed: translate(locale, 'passkey.failed'),
  };
}
