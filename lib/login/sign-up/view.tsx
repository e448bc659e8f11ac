import { HiddenInputs, PendingSubmit } from '#components/interaction/form-parts';
import { PasswordInput } from '#components/interaction/password-input';
import { PolicyLinks } from '#components/interaction/policy-links';
import { Shell, type ShellContext } from '#components/interaction/shell';
import { Button } from '#components/ui/button';
import { ErrorSummary } from '#components/ui/error-summary';
import { LabeledInput, NameInput } from '#components/ui/labeled-input';
import { Heading, Message, TextLink } from '#components/ui/text';
import { displayText } from '#lib/i18n/display-text';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import { CancelButton, definePage } from '../kit/view';
import type { SignUpProblem } from './input';
import { readSignUpPage, type SignUpPage } from './read';

export const signUpPage = definePage({
  path: '/signup',
  read: readSignUpPage,
  draw: (model, shell) => <SignUpView {...shell} model={model} />,
});

type SignUpViewProps = ShellContext & { readonly model: SignUpPage };

/** A new account: one form. The primary button comes first, so Enter in a field presses it and never "Cancel". */
export function SignUpView({ model, ...shell }: SignUpViewProps) {
  const { locale } = shell;
  const problems = signUpProblems(locale, model);
  const errorOf = (field: SignUpField) => problems.find((problem) => problem.field === field)?.text;
  const fields = { locale, model, errorOf };
  return (
    <Shell
      {...shell}
      frame={model.frame}
      page="signup"
      title={translate(locale, 'sign_up.title')}
      hasProblem={problems.length > 0}
    >
      <SignUpHeading locale={locale} model={model} />
      <form method="post" action="/signup/submit" noValidate className="grid gap-6">
        <HiddenInputs form={model.form} />
        {problems.length > 0 && <ErrorSummary heading={translate(locale, 'shell.problem')} problems={problems} />}
        <div className="grid gap-5">
          {model.isAddressProved && <EmailField {...fields} />}
          <UsernameField {...fields} />
          <NameField {...fields} />
          {!model.isAddressProved && <EmailField {...fields} />}
          <NewPassword locale={locale} model={model} error={errorOf('new-password')} />
          <Button variant="primary" name="decision" value="sign_up" className="mt-1">
            {translate(locale, 'sign_up.create')}
          </Button>
        </div>
        <CancelButton locale={locale} model={model} />
        <PendingSubmit message={translate(locale, 'sign_up.pending')} />
      </form>
      <TextLink href={`/login?interaction=${model.form.interaction}`} className="-my-2.5 w-fit justify-self-center">
        {translate(locale, 'sign_up.sign_in')}
      </TextLink>
      {model.client && <PolicyLinks locale={locale} client={model.client} app={displayText(model.client.name)} />}
    </Shell>
  );
}

function SignUpHeading({ locale, model: { client } }: { readonly locale: Locale; readonly model: SignUpPage }) {
  const app = client && <strong className="font-semibold text-foreground">{displayText(client.name)}</strong>;
  return (
    <Heading text={app && <Message locale={locale} id="login.to_continue" values={{ app }} />}>
      {translate(locale, 'sign_up.title')}
    </Heading>
  );
}

type FieldProps = {
  readonly locale: Locale;
  readonly model: SignUpPage;
  readonly errorOf: (field: SignUpField) => string | undefined;
};

function UsernameField({ locale, model, errorOf }: FieldProps) {
  const { isAddressProved } = model;
  return (
    <NameInput
      id="username"
      name="username"
      label={translate(locale, isAddressProved ? 'sign_up.username_optional' : 'login.username')}
      hint={isAddressProved ? translate(locale, 'sign_up.username_hint') : undefined}
      defaultValue={model.username}
      required={!isAddressProved}
      // Creating an account is the only purpose of the page
      autoFocus={!isAddressProved && model.problems.length === 0}
      error={errorOf('username')}
      errorPrefix={translate(locale, 'shell.error_prefix')}
    />
  );
}

function NameField({ locale, model, errorOf }: FieldProps) {
  return (
    <LabeledInput
      id="name"
      name="name"
      type="text"
      label={translate(locale, 'sign_up.name')}
      defaultValue={model.name}
      autoComplete="name"
      error={errorOf('name')}
      errorPrefix={translate(locale, 'shell.error_prefix')}
    />
  );
}

/** The email field comes first if the address is verified, because it may be the person's only identifier. */
function EmailField({ locale, model, errorOf }: FieldProps) {
  const { isAddressProved } = model;
  return (
    <LabeledInput
      id="email"
      name="email"
      type="email"
      label={translate(locale, isAddressProved ? 'sign_up.email_required' : 'sign_up.email')}
      defaultValue={model.email}
      autoComplete="email"
      required={isAddressProved}
      autoFocus={isAddressProved && model.problems.length === 0}
      error={errorOf('email')}
      errorPrefix={translate(locale, 'shell.error_prefix')}
    />
  );
}

type NewPasswordProps = { readonly locale: Locale; readonly model: SignUpPage; readonly error: string | undefined };

function NewPassword({ locale, model, error }: NewPasswordProps) {
  return (
    <PasswordInput
      locale={locale}
      id="new-password"
      name="password"
      label={translate(locale, 'login.password')}
      hint={translate(locale, 'setup.password_hint', { minimum: model.minimumLength })}
      autoComplete="new-password"
      minimumLength={model.minimumLength}
      enterKeyHint="done"
      error={error}
    />
  );
}

type SignUpField = 'username' | 'name' | 'email' | 'new-password';

/** A refused account in words, and the id of the field to correct. */
type SignUpProblemText = { readonly text: string; readonly field: SignUpField };

const fields: Readonly<Record<SignUpProblem, SignUpField>> = {
  missing_username: 'username',
  username_invalid: 'username',
  username_taken: 'username',
  name_invalid: 'name',
  email_invalid: 'email',
  missing_email: 'email',
  email_needed: 'email',
  code_over: 'new-password',
  missing_password: 'new-password',
  password_too_short: 'new-password',
  password_too_long: 'new-password',
  password_contains_username: 'new-password',
  password_too_common: 'new-password',
  password_breached: 'new-password',
};

function signUpProblems(locale: Locale, { problems, minimumLength }: SignUpPage): readonly SignUpProblemText[] {
  return problems.map((problem) => ({ text: problemText(locale, problem, minimumLength), field: fields[problem] }));
}

function problemText(locale: Locale, problem: SignUpProblem, minimum: number): string {
  switch (problem) {
    case 'missing_username':
    case 'missing_password':
      return translate(locale, `login.problem.${problem}`);
    case 'password_too_short':
      return translate(locale, 'setup.problem.password_too_short', { minimum });
    case 'password_too_long':
    case 'password_too_common':
    case 'password_breached':
    case 'password_contains_username':
      return translate(locale, `setup.problem.${problem}`);
    default:
      return translate(locale, `sign_up.problem.${problem}`);
  }
}
