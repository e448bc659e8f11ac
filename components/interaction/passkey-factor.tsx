import { NeedsScript } from '#components/passkey/needs-script';
import { PasskeyButton } from '#components/passkey/passkey-button';
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
      <NeedsScript locale={locale} />
      <PasskeyButton
        variant="primary"
        form={{
          kind: 'showPasskey',
          challenge: '/login/passkey/challenge',
          action: '/login/factor/submit',
          fields: { interaction: form.interaction ?? '', csrf: form.csrf, ...answer },
          carried: ['trust_device'],
          wasUnknown: problem === 'passkey_unknown',
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
