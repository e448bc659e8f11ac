import { Button } from '#components/ui/button';
import { Checkbox } from '#components/ui/checkbox';
import { LabeledInput } from '#components/ui/labeled-input';
import { TextLink } from '#components/ui/text-link';
import { translate } from '#lib/i18n/translate';
import { passwordField, type SignInPartProps } from './login-problem';
import { ShowPassword } from './show-password';

/** The password, "keep me signed in" and the primary button. */
export function PasswordPart({ locale, model, problem }: SignInPartProps) {
  return (
    <>
      <PasswordField locale={locale} model={model} problem={problem} />
      <TextLink href={`/recover?interaction=${model.form.interaction ?? ''}`} className="-my-2 w-fit text-[0.9375rem]">
        {translate(locale, 'recover.forgot')}
      </TextLink>
      <Checkbox
        id="remember"
        name="remember"
        value="true"
        className="-my-2"
        label={translate(locale, 'login.remember')}
        hint={translate(locale, 'login.remember_hint')}
      />
      <Button variant="primary" name="decision" value="sign_in" className="mt-1">
        {translate(locale, model.reauthenticate ? 'login.reauthenticate.confirm' : 'login.sign_in')}
      </Button>
    </>
  );
}

function PasswordField({ locale, model, problem }: SignInPartProps) {
  return (
    <LabeledInput
      id={passwordField}
      name="password"
      type="password"
      label={translate(locale, 'login.password')}
      autoComplete="current-password"
      autoCapitalize="none"
      spellCheck={false}
      enterKeyHint="go"
      required
      // The name is known, so the password is the one thing to type
      autoFocus={!problem && model.username !== ''}
      error={problem?.field === passwordField ? problem.text : undefined}
      errorPrefix={translate(locale, 'field.error_prefix')}
      action={
        <ShowPassword
          field={passwordField}
          show={{
            text: translate(locale, 'login.show_password'),
            label: translate(locale, 'login.show_password_label'),
          }}
          hide={{
            text: translate(locale, 'login.hide_password'),
            label: translate(locale, 'login.hide_password_label'),
          }}
        />
      }
    />
  );
}
