import { Button } from '#components/ui/button';
import { LabeledInput } from '#components/ui/labeled-input';
import type { PasskeyView } from '#lib/account/passkeys/read-passkeys';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import { AccountForm, type AccountFormState, errorOf } from '../account-form';
import { passkeyFacts, passkeyTitle } from './passkey-words';

type PasskeyEditViewProps = {
  readonly locale: Locale;
  readonly form: AccountFormState;
  readonly passkey: PasskeyView;
  readonly timeZone: string;
};

/** One passkey: its name, and the button that removes it. */
export function PasskeyEditView({ locale, form, passkey, timeZone }: PasskeyEditViewProps) {
  return (
    <>
      <ul className="grid gap-0.5 text-muted-foreground text-sm">
        {passkeyFacts(locale, passkey, timeZone).map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      <AccountForm locale={locale} form={form}>
        <LabeledInput
          id="name"
          name="name"
          type="text"
          label={translate(locale, 'passkey.edit.name')}
          hint={translate(locale, 'passkey.edit.name_hint')}
          defaultValue={form.typed.name ?? passkeyTitle(locale, passkey)}
          autoComplete="off"
          required
          error={errorOf(form, 'name')}
          errorPrefix={translate(locale, 'field.error_prefix')}
        />
        <Button variant="primary" name="decision" value="save">
          {translate(locale, 'passkey.edit.save')}
        </Button>
      </AccountForm>
      <AccountForm locale={locale} form={form} className="gap-3">
        <p className="text-muted-foreground text-sm">{translate(locale, 'passkey.edit.remove_text')}</p>
        <Button variant="danger" name="decision" value="remove">
          {translate(locale, 'passkey.edit.remove')}
        </Button>
      </AccountForm>
    </>
  );
}
