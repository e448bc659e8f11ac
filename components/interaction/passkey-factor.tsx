import { NeedsScript } from '#components/passkey/needs-script';
import { PasskeyButton } from '#components/passkey/passkey-button';
import { SignalUnknownPasskey } from '#components/passkey/signal-passkeys';
import { buttonClasses } from '#components/ui/button';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import type { FactorPage } from '#lib/login/read-factor-page';
import { showPasskeyWords } from './passkey-part';

type PasskeyFactorProps = { readonly locale: Locale; readonly model: FactorPage };

/** The button that asks for a passkey of the person, after the first factor. */
export function PasskeyFactor({ locale, model: { form, problem } }: PasskeyFactorProps) {
  const answer = { purpose: 'second_factor', method: 'passkey', decision: 'continue' };
  return (
    <>
      {problem === 'passkey_unknown' && <SignalUnknownPasskey />}
      <NeedsScript locale={locale} />
      <PasskeyButton
        kind="showPasskey"
        look={buttonClasses({ variant: 'primary' })}
        form={{
          challenge: '/login/passkey/challenge',
          action: '/login/factor/submit',
          fields: { interaction: form.interaction ?? '', csrf: form.csrf, ...answer },
          carried: ['trust_device'],
        }}
        words={{
          button: translate(locale, 'passkey.second_factor'),
          ...showPasskeyWords(locale),
          unsupported: translate(locale, 'passkey.unsupported'),
        }}
      />
    </>
  );
}
