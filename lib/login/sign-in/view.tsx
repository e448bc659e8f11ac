import { AccountRow, changeAddress } from '#components/interaction/account-row';
import { HiddenInputs, PendingSubmit } from '#components/interaction/form-parts';
import { HiddenUsername } from '#components/interaction/password-input';
import { PolicyLinks } from '#components/interaction/policy-links';
import { Shell, type ShellContext } from '#components/interaction/shell';
import { Button } from '#components/ui/button';
import { ErrorSummary } from '#components/ui/error-summary';
import { NameInput } from '#components/ui/labeled-input';
import { AppLogo } from '#components/ui/monogram';
import { Notice } from '#components/ui/notice';
import { Heading, Message, TextLink } from '#components/ui/text';
import { displayText } from '#lib/i18n/display-text';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import type { SignInTexts } from '#lib/theme/brand';
import { AccountChooser } from '../accounts/view';
import { CancelButton, identifierLabel, identifierProblem, passwordField, usernameField } from '../kit/view';
import { type LoginProblemText, type SignInPartProps, SignInPartView } from '../methods/view';
import { isPasskeyProblem } from '../passkey/refused-passkey';
import type { LoginPage } from './read';

type LoginViewProps = ShellContext & { readonly model: LoginPage };

/**
 * Sign-in: the people who are signed in here, or one form. The primary button is the first submit button, so Enter in a
 * field presses it and never "Cancel".
 */
export function LoginView({ model, ...shell }: LoginViewProps) {
  const { locale } = shell;
  const problem = loginProblem(locale, model);
  return (
    <Shell {...shell} frame={model.frame} page="login" title={loginTitle(locale, model)} hasProblem={problem !== null}>
      <div className="grid gap-4">
        {model.client?.logo && <AppLogo name={displayText(model.client.name)} logo={model.client.logo} />}
        <LoginHeading locale={locale} model={model} />
      </div>
      {model.accounts.length === 0 && !model.reauthenticate && (
        <div hidden data-signed-in-elsewhere role="status">
          <Notice>
            <p>{translate(locale, 'login.elsewhere')}</p>
            <TextLink href={`/login?interaction=${model.form.interaction}`}>
              {translate(locale, 'action.continue')}
            </TextLink>
          </Notice>
        </div>
      )}
      {model.accounts.length > 0 ? (
        <AccountChooser locale={locale} model={model} />
      ) : (
        <LoginForm locale={locale} model={model} problem={problem} />
      )}
      {model.client && <PolicyLinks locale={locale} client={model.client} app={displayText(model.client.name)} />}
    </Shell>
  );
}

/** The methods without a username are below it, and the links to leave are last. */
function LoginForm({ locale, model, problem }: SignInPartProps) {
  const parts = model.parts.filter(({ takesName }) => !takesName);
  return (
    <form method="post" action="/login/submit" noValidate className="grid gap-6">
      <HiddenInputs form={model.form} />
      {problem && (
        <ErrorSummary
          heading={translate(locale, 'shell.problem')}
          problems={[problem]}
          leavesFocus={problem.field === passwordField}
        />
      )}
      {model.ask !== null && <LoginFields locale={locale} model={model} problem={problem} />}
      {parts.map((part) => (
        <SignInPartView key={part.method} part={part} locale={locale} model={model} problem={problem} />
      ))}
      {model.canSignUp && (
        <TextLink href={`/signup?interaction=${model.form.interaction}`} className="-my-4.5 w-fit justify-self-center">
          {translate(locale, 'login.sign_up')}
        </TextLink>
      )}
      <CancelButton locale={locale} model={model} />
      <PendingSubmit message={translate(locale, 'login.pending')} />
    </form>
  );
}

/** The problem of the last attempt, or null. */
function loginProblem(locale: Locale, model: LoginPage): LoginProblemText | null {
  if (model.problem === null) return null;
  const text = problemText(locale, model, model.problem);
  const field = model.ask !== null ? problemField(model.problem, model.reauthenticate) : null;
  return field === null ? { text } : { text, field };
}

function problemText(locale: Locale, model: LoginPage, problem: NonNullable<LoginPage['problem']>): string {
  if (problem === 'missing_username' || problem === 'invalid_credentials') {
    return identifierProblem(locale, problem, model.identifiers);
  }
  if (isPasskeyProblem(problem)) return translate(locale, `passkey.problem.${problem}`);
  if (problem !== 'wrong_account') return translate(locale, `login.problem.${problem}`);
  if (!model.client) return translate(locale, 'login.problem.wrong_account_portal');
  return translate(locale, 'login.problem.wrong_account', { app: displayText(model.client.name) });
}

function problemField(problem: NonNullable<LoginPage['problem']>, reauthenticate: boolean): string | null {
  switch (problem) {
    case 'missing_username':
    case 'wrong_account':
    case 'wrong_tenant':
      return reauthenticate ? null : usernameField;
    case 'missing_password':
    case 'invalid_credentials':
      return passwordField;
    case 'busy':
    case 'too_many_codes':
    case 'code_over':
    case 'passkey_unknown':
    case 'passkey_refused':
    case 'passkey_expired':
    case 'passkey_copied':
      return null;
    default:
      return problem satisfies never;
  }
}

function loginTitle(locale: Locale, model: LoginPage): string {
  if (model.reauthenticate) return translate(locale, 'login.reauthenticate.heading');
  if (!model.client) return translate(locale, 'login.title');
  return translate(locale, 'login.title_client', { app: displayText(model.client.name) });
}

function LoginHeading({ locale, model }: { readonly locale: Locale; readonly model: LoginPage }) {
  const app = model.client && (
    <strong className="font-semibold text-foreground">{displayText(model.client.name)}</strong>
  );
  const heading = model.accounts.length > 0 ? 'login.accounts.heading' : 'action.sign_in';
  if (model.reauthenticate) {
    return (
      <Heading
        text={
          app ? (
            <Message locale={locale} id="login.reauthenticate.text" values={{ app }} />
          ) : (
            translate(locale, 'login.reauthenticate.text_portal')
          )
        }
      >
        {translate(locale, 'login.reauthenticate.heading')}
      </Heading>
    );
  }
  const { title, subtitle } = model.accounts.length > 0 ? {} : ownTexts(locale, model);
  return (
    <Heading
      text={
        <>
          {subtitle && <span className="block">{displayText(subtitle)}</span>}
          {app ? (
            <Message locale={locale} id="login.to_continue" values={{ app }} />
          ) : (
            translate(locale, 'login.to_portal')
          )}
        </>
      }
    >
      {title ? displayText(title) : translate(locale, heading)}
    </Heading>
  );
}

/** The brand's text in a language, or in that language without its region. The application is always named as well. */
function ownTexts(locale: Locale, { frame: { brand } }: LoginPage): SignInTexts {
  return brand.texts?.[locale] ?? brand.texts?.[locale.split('-')[0] ?? locale] ?? {};
}

/** The username and the password, with the primary button, in one or two steps. */
function LoginFields({ locale, model, problem }: SignInPartProps) {
  return (
    <div className="grid gap-5">
      {model.reauthenticate || model.ask === 'password' ? (
        <FixedUsername locale={locale} model={model} />
      ) : (
        <UsernameField locale={locale} model={model} problem={problem} />
      )}
      {model.ask === 'username' ? (
        <Button variant="primary" name="decision" value="continue" className="mt-1">
          {translate(locale, 'action.continue')}
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
    <NameInput
      id={usernameField}
      name="username"
      label={identifierLabel(locale, model.identifiers)}
      defaultValue={model.username}
      inputMode="email"
      autoComplete={hasPasskeys(model) ? 'username webauthn' : 'username'}
      enterKeyHint="next"
      required
      // Signing in is the only purpose of the page, and only the heading comes before the field
      autoFocus={!problem && model.username === ''}
      error={problem?.field === usernameField ? problem.text : undefined}
      errorPrefix={translate(locale, 'shell.error_prefix')}
    />
  );
}

function hasPasskeys({ parts }: SignInPartProps['model']): boolean {
  return parts.some(({ method }) => method === 'passkey');
}

/** The person who signs in. The hidden field tells a password manager which password to offer. */
function FixedUsername({ locale, model }: Omit<SignInPartProps, 'problem'>) {
  const { username, reauthenticate, form } = model;
  const label = translate(locale, reauthenticate ? 'label.signed_in_as' : 'login.signing_in_as');
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
