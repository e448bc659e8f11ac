import { AccountRow } from '#components/interaction/account-row';
import { HiddenInputs, PendingSubmit } from '#components/interaction/form-parts';
import { PasswordInput } from '#components/interaction/password-input';
import { Reference } from '#components/interaction/problem-view';
import { Shell, type ShellContext } from '#components/interaction/shell';
import { Button, ButtonLink } from '#components/ui/button';
import { ErrorSummary } from '#components/ui/error-summary';
import { NameInput } from '#components/ui/labeled-input';
import { Heading, Message } from '#components/ui/text';
import { displayText } from '#lib/i18n/display-text';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import {
  CancelButton,
  definePage,
  identifierLabel,
  identifierProblem,
  passwordField,
  usernameField,
} from '../kit/view';
import {
  type CompletePage,
  type FederationFailurePage,
  type FederationProblem,
  type LinkPage,
  type LinkProblem,
  readFederationPage,
} from './read';

/** The page that people see after signing in at a provider if data is missing or something went wrong. */
export const federationPage = definePage({
  path: '/federation',
  read: readFederationPage,
  status: (model) => (model.page === 'federation-failure' ? model.status : 200),
  draw: (model, shell) => {
    switch (model.page) {
      case 'link':
        return <LinkView {...shell} model={model} />;
      case 'complete':
        return <CompleteView {...shell} model={model} />;
      case 'federation-failure':
        return <FederationFailureView {...shell} model={model} />;
      default:
        return model satisfies never;
    }
  },
});

type LinkViewProps = ShellContext & { readonly model: LinkPage };

/** An account already has the provider's address. The two are linked after the person proves that it is theirs. */
function LinkView({ model, ...shell }: LinkViewProps) {
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
        {problem && <ErrorSummary heading={translate(locale, 'shell.problem')} problems={[problem]} />}
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
      <NameInput
        id={usernameField}
        name="username"
        label={identifierLabel(locale, model.identifiers)}
        defaultValue={model.username}
        inputMode="email"
        enterKeyHint="next"
        required
        error={errorOf(usernameField)}
        errorPrefix={translate(locale, 'shell.error_prefix')}
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

type CompleteViewProps = ShellContext & { readonly model: CompletePage };

/** Asks for the username of a new account if the provider did not send one. The known data is shown next to it. */
function CompleteView({ model, ...shell }: CompleteViewProps) {
  const { locale } = shell;
  const provider = displayText(model.provider.displayName);
  const problem = model.problem && translate(locale, `complete.problem.${model.problem}`);
  const shown = model.name ?? model.email;
  return (
    <Shell
      {...shell}
      frame={model.frame}
      page="complete"
      title={translate(locale, 'complete.heading')}
      hasProblem={problem !== null}
    >
      <Heading text={translate(locale, 'complete.text')}>{translate(locale, 'complete.heading')}</Heading>
      <form method="post" action="/federation/submit" noValidate className="grid gap-5">
        <HiddenInputs form={model.form} />
        {problem && (
          <ErrorSummary
            heading={translate(locale, 'shell.problem')}
            problems={[{ text: problem, field: usernameField }]}
          />
        )}
        {shown !== null && (
          <AccountRow
            label={translate(locale, 'complete.account', { provider })}
            username={model.email ?? shown}
            name={model.email === null ? null : model.name}
          />
        )}
        <NameInput
          id={usernameField}
          name="username"
          label={translate(locale, 'login.username')}
          hint={translate(locale, 'complete.hint')}
          defaultValue={model.username}
          required
          error={problem ?? undefined}
          errorPrefix={translate(locale, 'shell.error_prefix')}
        />
        <Button variant="primary" name="decision" value="continue">
          {translate(locale, 'complete.confirm')}
        </Button>
        <ButtonLink variant="quiet" href={`/login?interaction=${model.form.interaction}`} className="-my-2">
          {translate(locale, 'federation.other_way')}
        </ButtonLink>
        <PendingSubmit message={translate(locale, 'realm.pending')} />
      </form>
    </Shell>
  );
}

type FailureViewProps = ShellContext & { readonly model: FederationFailurePage };

/** Why signing in at a provider failed, and the options: retry, another sign-in method, or back. */
function FederationFailureView({ model, ...shell }: FailureViewProps) {
  const { locale } = shell;
  const provider = displayText(model.provider.displayName);
  return (
    <Shell {...shell} frame={model.frame} page="error" title={translate(locale, 'error.page_title')}>
      <Heading text={translate(locale, `federation.problem.${model.problem}.text`, { provider })}>
        {translate(locale, `federation.problem.${model.problem}.title`, { provider })}
      </Heading>
      <form method="post" action="/login/submit" className="grid gap-3" data-problem={model.problem}>
        <HiddenInputs form={model.form} />
        <Ways locale={locale} model={model} />
        <CancelButton locale={locale} model={model} className="" />
        <PendingSubmit message={translate(locale, 'realm.pending')} />
      </form>
      <Reference locale={locale} reference={model.reference} app={model.client?.name} />
    </Shell>
  );
}

/** Problems after which a retry at the provider is likely to work. After all others it would fail again. */
const passing: ReadonlySet<FederationProblem> = new Set(['cancelled', 'unavailable', 'response']);

function Ways({ locale, model }: { readonly locale: Locale; readonly model: FederationFailurePage }) {
  const isPassing = passing.has(model.problem) || !model.hasOtherWays;
  const again = model.canRetry && (
    <Button key="again" variant={isPassing ? 'primary' : 'secondary'} name="provider" value={model.provider.name}>
      {translate(locale, 'error.retry')}
    </Button>
  );
  const another = model.hasOtherWays && (
    <ButtonLink
      key="another"
      variant={isPassing && model.canRetry ? 'secondary' : 'primary'}
      href={`/login?interaction=${model.form.interaction}`}
    >
      {translate(locale, 'federation.other_way')}
    </ButtonLink>
  );
  return isPassing ? [again, another] : [another, again];
}
