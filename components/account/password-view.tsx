import { HiddenUsername, PasswordInput } from '#components/interaction/password-input';
import { Button } from '#components/ui/button';
import { Checkbox } from '#components/ui/checkbox';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import { AccountForm, type AccountFormState, errorOf } from './account-form';

type PasswordViewProps = {
  readonly locale: Locale;
  readonly form: AccountFormState;
  readonly username: string;
  readonly minimumLength: number;
};

/** The form for a new password, with its rules above the field. The password is typed only once. */
export function PasswordView({ locale, form, username, minimumLength }: PasswordViewProps) {
  const id = 'new-password';
  return (
    <AccountForm locale={locale} form={form}>
      <HiddenUsername username={username} />
      <PasswordInput
        locale={locale}
        id={id}
        name="new_password"
        label={translate(locale, 'setup.password')}
        hint={translate(locale, 'setup.password_hint', { minimum: minimumLength })}
        autoComplete="new-password"
        minimumLength={minimumLength}
        enterKeyHint="done"
        error={errorOf(form, id)}
      />
      <div className="-my-2">
        <Checkbox
          id="end-others"
          name="end_others"
          value="true"
          defaultChecked
          label={translate(locale, 'account.password.end_others')}
          hint={translate(locale, 'account.password.end_others_hint')}
        />
        <Checkbox
          id="disconnect-apps"
          name="disconnect_apps"
          value="true"
          label={translate(locale, 'account.password.disconnect_apps')}
          hint={translate(locale, 'account.password.disconnect_apps_hint')}
        />
      </div>
      <Button variant="primary" name="decision" value="save">
        {translate(locale, 'account.password.save')}
      </Button>
    </AccountForm>
  );
}
