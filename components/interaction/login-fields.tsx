import { Button } from '#components/ui/button';
import { LabeledInput } from '#components/ui/labeled-input';
import { translate } from '#lib/i18n/translate';
import { AccountRow, changeAddress } from './account-row';
import { HiddenUsername } from './hidden-username';
import { identifierLabel } from './identifier-text';
import { type SignInPartProps, usernameField } from './login-problem';
import { SignInPartView } from './sign-in-part-view';

/** The username and the password, with the primary button, in one or two steps. */
export function LoginFields({ locale, model, problem }: SignInPartProps) {
  return (
    <div className="grid gap-5">
      {model.reauthenticate || model.ask === 'password' ? (
        <FixedUsername locale={locale} model={model} />
      ) : (
        <UsernameField locale={locale} model={model} problem={problem} />
      )}
      {model.ask === 'username' ? (
        <Button variant="primary" name="decision" value="continue" className="mt-1">
          {translate(locale, 'login.continue')}
        </Button>
      ) : (
        model.parts
          .filter(({ takesName }) => takesName)
          .map((part) => (
            <SignInPartView key={part.method} part={part} locale={locale} model={model} problem={problem} />
          ))
      )}
    </div>
  );
}

function UsernameField({ locale, model, problem }: SignInPartProps) {
  return (
    <LabeledInput
      id={usernameField}
      name="username"
      type="text"
      label={identifierLabel(locale, model.identifiers)}
      defaultValue={model.username}
      inputMode="email"
      autoComplete={hasPasskeys(model) ? 'username webauthn' : 'username'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      enterKeyHint="next"
      required
      // Signing in is the only purpose of the page, and only the heading comes before the field
      autoFocus={!problem && model.username === ''}
      error={problem?.field === usernameField ? problem.text : undefined}
      errorPrefix={translate(locale, 'field.error_prefix')}
    />
  );
}

function hasPasskeys({ parts }: SignInPartProps['model']): boolean {
  return parts.some(({ method }) => method === 'passkey');
}

/** The person who signs in. The hidden field tells a password manager which password to offer. */
function FixedUsername({ locale, model }: Omit<SignInPartProps, 'problem'>) {
  const { username, reauthenticate, form } = model;
  const label = translate(locale, reauthenticate ? 'login.reauthenticate.account' : 'login.signing_in_as');
  const change = reauthenticate
    ? { text: translate(locale, 'account.change'), href: changeAddress(form.interaction) }
    : { text: translate(locale, 'login.change'), href: `/login?interaction=${form.interaction}&change=1` };
  return (
    <>
      <AccountRow label={label} username={username} name={null} change={change} />
      <HiddenUsername username={username} name="username" />
    </>
  );
}
