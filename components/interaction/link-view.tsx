import { Button, ButtonLink } from '#components/ui/button';
import { ErrorSummary } from '#components/ui/error-summary';
import { Heading } from '#components/ui/heading';
import { LabeledInput } from '#components/ui/labeled-input';
import { Message } from '#components/ui/message';
import { displayText } from '#lib/i18n/display-text';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import type { LinkPage, LinkProblem } from '#lib/login/federation/read-page';
import { HiddenInputs, PendingSubmit } from './form-parts';
import { identifierLabel, identifierProblem, passwordField, usernameField } from './login-problem';
import { PasswordInput } from './password-input';
import { Shell, type ShellContext } from './shell';

type LinkViewProps = ShellContext & { readonly model: LinkPage };

/** An account already has the provider's address. The two are linked after the person proves that it is theirs. */
export function LinkView({ model, ...shell }: LinkViewProps) {
  const { locale } = shell;
  const problem = model.problem && { text: problemText(locale, model, model.problem), field: fieldOf(model.problem) };
  const strong = (text: string) => <strong className="font-semibold text-foreground">{displayText(text)}</strong>;
  const values = { provider: strong(model.provider.displayName), email: strong(model.email) };
  return (
    <Shell
      {...shell}
      frame={model.frame}
      page="link"
      title={translate(locale, 'link.heading')}
      hasProblem={problem !== null}
    >
      <Heading text={<Message locale={locale} id="link.text" values={values} />}>
        {translate(locale, 'link.heading')}
      </Heading>
      <form method="post" action="/federation/submit" noValidate className="grid gap-5">
        <HiddenInputs form={model.form} />
        {problem && <ErrorSummary heading={translate(locale, 'summary.heading')} problems={[problem]} />}
        <LinkFields locale={locale} model={model} problem={problem} />
        <Button variant="primary" name="decision" value="sign_in">
          {translate(locale, 'link.confirm')}
        </Button>
        <ButtonLink variant="quiet" href={`/login?interaction=${model.form.interaction}`} className="-my-2">
          {translate(locale, 'federation.other_way')}
        </ButtonLink>
        <PendingSubmit message={translate(locale, 'login.pending')} />
      </form>
    </Shell>
  );
}

type Problem = { readonly text: string; readonly field: string };

type LinkFieldsProps = { readonly locale: Locale; readonly model: LinkPage; readonly problem: Problem | null };

function LinkFields({ locale, model, problem }: LinkFieldsProps) {
  const errorOf = (field: string) => (problem?.field === field ? problem.text : undefined);
  return (
    <>
      <LabeledInput
        id={usernameField}
        name="username"
        type="text"
        label={identifierLabel(locale, model.identifiers)}
        defaultValue={model.username}
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="next"
        required
        error={errorOf(usernameField)}
        errorPrefix={translate(locale, 'field.error_prefix')}
      />
      <PasswordInput
        locale={locale}
        id={passwordField}
        name="password"
        label={translate(locale, 'login.password')}
        autoComplete="current-password"
        enterKeyHint="go"
        error={errorOf(passwordField)}
      />
    </>
  );
}

function problemText(locale: Locale, { identifiers }: LinkPage, problem: LinkProblem): string {
  switch (problem) {
    case 'other_account':
      return translate(locale, 'link.problem.other_account');
    case 'missing_password':
      return translate(locale, 'login.problem.missing_password');
    default:
      return identifierProblem(locale, problem, identifiers);
  }
}

function fieldOf(problem: LinkProblem): string {
  return problem === 'missing_username' || problem === 'other_account' ? usernameField : passwordField;
}
