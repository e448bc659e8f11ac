import { Button } from '#components/ui/button';
import { Checkbox } from '#components/ui/checkbox';
import { TextField } from '#components/ui/text-field';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import type { LoginPage } from '#lib/login/page-models';
import { AccountRow, changeAddress } from './account-row';
import { type LoginProblemText, passwordField, usernameField } from './login-problem';
import { ShowPassword } from './show-password';

type LoginFieldsProps = {
  readonly locale: Locale;
  readonly model: LoginPage;
  readonly problem: LoginProblemText | null;
};

/** User name, password, "keep me signed in" and the primary button; in two steps when the page asks so. */
export function LoginFields({ locale, model, problem }: LoginFieldsProps) {
  return (
    <div className="grid gap-5">
      {model.reauthenticate || model.ask === 'password' ? (
        <FixedUsername locale={locale} model={model} />
      ) : (
        <UsernameField locale={locale} model={model} problem={problem} />
      )}
      {model.ask === 'username' ? (
        <Button name="decision" value="continue" className="mt-1">
          {translate(locale, 'login.continue')}
        </Button>
      ) : (
        <PasswordFields locale={locale} model={model} problem={problem} />
      )}
    </div>
  );
}

function PasswordFields({ locale, model, problem }: LoginFieldsProps) {
  return (
    <>
      <PasswordField locale={locale} model={model} problem={problem} />
      <Checkbox
        id="remember"
        name="remember"
        value="true"
        className="-my-2"
        label={translate(locale, 'login.remember')}
        hint={translate(locale, 'login.remember_hint')}
      />
      <Button name="decision" value="sign_in" className="mt-1">
        {translate(locale, model.reauthenticate ? 'login.reauthenticate.confirm' : 'login.sign_in')}
      </Button>
    </>
  );
}

function UsernameField({ locale, model, problem }: LoginFieldsProps) {
  return (
    <TextField
      id={usernameField}
      name="username"
      type="text"
      label={translate(locale, 'login.username')}
      defaultValue={model.username}
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      enterKeyHint="next"
      required
      // Signing in is the page's one purpose, and nothing precedes the field but the heading
      autoFocus={!problem && model.username === ''}
      error={problem?.field === usernameField ? problem.text : undefined}
      errorPrefix={translate(locale, 'field.error_prefix')}
    />
  );
}

/** Who signs in. The hidden field tells a password manager which password to offer. */
function FixedUsername({ locale, model }: Omit<LoginFieldsProps, 'problem'>) {
  const { username, reauthenticate, form } = model;
  const label = translate(locale, reauthenticate ? 'login.reauthenticate.account' : 'login.signing_in_as');
  const change = reauthenticate
    ? { text: translate(locale, 'account.change'), href: changeAddress(form.interaction) }
    : { text: translate(locale, 'login.change'), href: `/login?interaction=${form.interaction}&change=1` };
  return (
    <>
      <AccountRow label={label} username={username} name={null} change={change} />
      <input
        type="text"
        name="username"
        autoComplete="username"
        defaultValue={username}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
        className="sr-only"
      />
    </>
  );
}

function PasswordField({ locale, model, problem }: LoginFieldsProps) {
  return (
    <TextField
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
