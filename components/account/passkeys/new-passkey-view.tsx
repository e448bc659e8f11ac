import { NeedsScript } from '#components/passkey/needs-script';
import { newPasskeyWords } from '#components/passkey/new-passkey-words';
import { PasskeyButton } from '#components/passkey/passkey-button';
import { LabeledInput } from '#components/ui/labeled-input';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import { type AccountFormState, errorOf } from '../account-form';

type NewPasskeyViewProps = { readonly locale: Locale; readonly form: AccountFormState };

/** The name of a new passkey, and the button that creates it on the device. */
export function NewPasskeyView({ locale, form }: NewPasskeyViewProps) {
  return (
    <div className="grid gap-6">
      <NeedsScript locale={locale} />
      <LabeledInput
        id="name"
        name="name"
        type="text"
        label={translate(locale, 'passkey.new.name')}
        hint={translate(locale, 'passkey.edit.name_hint')}
        defaultValue={form.typed.name ?? ''}
        autoComplete="off"
        error={errorOf(form, 'name')}
        errorPrefix={translate(locale, 'field.error_prefix')}
      />
      <PasskeyButton
        variant="primary"
        form={{
          kind: 'makePasskey',
          challenge: '/account/passkeys/challenge',
          action: form.action,
          fields: { csrf: form.csrf, decision: 'save' },
          carried: ['name'],
        }}
        words={newPasskeyWords(locale)}
      />
    </div>
  );
}
