import { NeedsScript } from '#components/passkey/needs-script';
import { newPasskeyWords } from '#components/passkey/new-passkey-words';
import { PasskeyButton } from '#components/passkey/passkey-button';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import type { FormBinding } from '#lib/login/form-binding';

type NewPasskeyProps = {
  readonly locale: Locale;
  readonly form: FormBinding;
  /** Whether the passkey that was created on the previous page was not added. */
  readonly wasUnknown: boolean;
};

/** The button that creates a passkey when a second factor is required. */
export function NewPasskey({ locale, form, wasUnknown }: NewPasskeyProps) {
  const answer = { purpose: 'registration', factor: 'passkey', decision: 'save' };
  return (
    <>
      <p>{translate(locale, 'passkey.new.text')}</p>
      <NeedsScript locale={locale} />
      <PasskeyButton
        variant="primary"
        form={{
          kind: 'makePasskey',
          wasUnknown,
          challenge: '/login/passkey/challenge',
          action: '/login/enrol/submit',
          fields: { interaction: form.interaction ?? '', csrf: form.csrf, ...answer },
        }}
        words={newPasskeyWords(locale)}
      />
    </>
  );
}
