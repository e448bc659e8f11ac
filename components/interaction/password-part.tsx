import { Button } from '#components/ui/button';
import { Checkbox } from '#components/ui/checkbox';
import { TextLink } from '#components/ui/text-link';
import { translate } from '#lib/i18n/translate';
import { passwordField, type SignInPartProps } from './login-problem';
import { PasswordInput } from './password-input';

/** The password, "keep me signed in" and the primary button. */
export function PasswordPart({ locale, model, problem }: SignInPartProps) {
  return (
    <>
      <PasswordField locale={locale} model={model} problem={problem} />
      <TextLink href={`/recover?interaction=${model.form.interaction ?? ''}`} className="-my-4 w-fit text-[0.9375rem]">
        {translate(locale, 'recover.forgot')}
      </TextLink>
      <Checkbox
        id="remember"
        name="remember"
        value="true"
        className="-mt-1 -mb-2"
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
    <PasswordInput
      locale={locale}
      id={passwordField}
      name="password"
      label={translate(locale, 'login.password')}
      autoComplete="current-password"
      enterKeyHint="go"
      // The username is known, so the password is the only thing to type
      autoFocus={problem === null ? model.username !== '' : problem.field === passwordField}
      error={problem?.field === passwordField ? problem.text : undefined}
    />
  );
}
