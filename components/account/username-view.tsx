import { Button } from '#components/ui/button';
import { LabeledInput } from '#components/ui/labeled-input';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import { AccountForm, type AccountFormState, errorOf } from './account-form';

type UsernameViewProps = {
  readonly locale: Locale;
  readonly form: AccountFormState;
  readonly username: string;
};

/** The form for a new username. */
export function UsernameView({ locale, form, username }: UsernameViewProps) {
  return (
    <AccountForm locale={locale} form={form}>
      <LabeledInput
        id="username"
        name="username"
        type="text"
        label={translate(locale, 'account.profile.username')}
        defaultValue={form.typed.username ?? username}
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        required
        error={errorOf(form, 'username')}
        errorPrefix={translate(locale, 'field.error_prefix')}
      />
      <Button variant="primary" name="decision" value="save">
        {translate(locale, 'account.save')}
      </Button>
    </AccountForm>
  );
}
