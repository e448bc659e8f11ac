import { AccountRow } from '#components/interaction/account-row';
import { PendingSubmit } from '#components/interaction/form-parts';
import { HiddenUsername, PasswordInput, refusedPassword } from '#components/interaction/password-input';
import { MessageView } from '#components/interaction/problem-view';
import { Shell, type ShellContext } from '#components/interaction/shell';
import { Button } from '#components/ui/button';
import { ErrorSummary } from '#components/ui/error-summary';
import { LabeledInput, NameInput } from '#components/ui/labeled-input';
import { Heading } from '#components/ui/text';
import { adminTexts } from '#lib/i18n/admin/texts';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import { definePage } from '../kit/view';
import { type OwnerPage, type OwnerProblem, readOwnerPage } from './owner';
import { readSetupPage, type SetupForm } from './password';

export const setupPages = [
  definePage({
    path: '/setup',
    read: (context, { one }) =>
      readSetupPage(context, { token: one('token'), problem: one('problem'), done: one('done') === '1' }),
    status: ({ page }) => (page === 'setup-invalid' ? 410 : 200),
    draw: (model, shell) => {
      if (model.page === 'setup') return <SetupView {...shell} model={model} />;
      return <SetupEnd {...shell} outcome={model.page === 'setup-done' ? 'done' : 'invalid'} />;
    },
  }),
  definePage({
    path: '/setup/owner',
    read: (context, { one }) => {
      const typed = { username: one('username'), email: one('email') };
      const asked = { ...typed, token: one('token'), problem: one('problem'), done: one('done') };
      return readOwnerPage(context, asked);
    },
    status: ({ page }) => (page === 'setup-owner-invalid' ? 410 : 200),
    draw: (model, shell) => <OwnerView {...shell} locale="en" model={model} />,
  }),
];

type OwnerViewProps = ShellContext & { readonly model: OwnerPage };

/**
 * Creates the first owner. The link to this page is printed when the server starts. In English, like the
 * administration.
 */
function OwnerView({ model, ...shell }: OwnerViewProps) {
  const texts = adminTexts.owner;
  if (model.page === 'setup-owner') return <OwnerForm {...shell} model={model} />;
  const isDone = model.page === 'setup-owner-done';
  const { title, text, link } = isDone ? texts.done : texts.invalid;
  return (
    <MessageView
      {...shell}
      page={isDone ? 'setup-done' : 'error'}
      title={title}
      heading={title}
      text={text}
      link={{ text: link, href: isDone ? '/admin' : '/' }}
    />
  );
}

type OwnerFormProps = ShellContext & { readonly model: Extract<OwnerPage, { page: 'setup-owner' }> };

function OwnerForm({ model, ...shell }: OwnerFormProps) {
  const texts = adminTexts.owner;
  const { token, username, email, minimumLength } = model;
  const problems = model.problems.map((problem) => ({ text: texts.problems[problem], field: fieldOf(problem) }));
  const errorOf = (name: string) => problems.find(({ field }) => field === name)?.text;
  return (
    <Shell {...shell} page="setup-owner" title={texts.title} hasProblem={problems.length > 0}>
      <Heading text={texts.text}>{texts.title}</Heading>
      <form method="post" action="/setup/owner/submit" noValidate className="grid gap-6">
        <input type="hidden" name="token" value={token} />
        {problems.length > 0 && <ErrorSummary heading={texts.problems.heading} problems={problems} />}
        <NameInput
          id="username"
          name="username"
          label={texts.username}
          defaultValue={username}
          maxLength={100}
          required
          error={errorOf('username')}
          errorPrefix={texts.problems.prefix}
        />
        <LabeledInput
          id="email"
          name="email"
          label={texts.email}
          defaultValue={email}
          inputMode="email"
          autoComplete="email"
          maxLength={254}
          error={errorOf('email')}
          errorPrefix={texts.problems.prefix}
        />
        <PasswordInput
          locale="en"
          id="password"
          name="password"
          label={texts.password}
          hint={texts.passwordHelp(minimumLength)}
          autoComplete="new-password"
          minimumLength={minimumLength}
          enterKeyHint="done"
          error={errorOf('password')}
        />
        <Button variant="primary">{texts.submit}</Button>
      </form>
    </Shell>
  );
}

function fieldOf(problem: OwnerProblem): 'username' | 'email' | 'password' {
  if (problem === 'invalid_email') return 'email';
  return problem === 'invalid_username' || problem === 'username_taken' ? 'username' : 'password';
}

type SetupViewProps = ShellContext & { readonly model: SetupForm };

/** Sets a first password with a one-time link. Opening the page does not use up the link. */
function SetupView({ model, ...shell }: SetupViewProps) {
  const { locale } = shell;
  const problem = setupProblem(locale, model);
  return (
    <Shell {...shell} page="setup" title={translate(locale, 'setup.title')} hasProblem={problem !== null}>
      <Heading>{translate(locale, 'setup.title')}</Heading>
      <form method="post" action="/setup/submit" noValidate className="grid gap-6">
        <input type="hidden" name="token" value={model.token} />
        {problem && <ErrorSummary heading={translate(locale, 'shell.problem')} problems={[problem]} />}
        <AccountRow label={translate(locale, 'setup.account')} username={model.username} name={null} />
        <HiddenUsername username={model.username} />
        <NewPassword
          locale={locale}
          model={model}
          id="new-password"
          error={problem?.field === 'new-password' ? problem.text : undefined}
        />
        <NewPassword
          locale={locale}
          model={model}
          id="confirmation"
          error={problem?.field === 'confirmation' ? problem.text : undefined}
        />
        <Button variant="primary">{translate(locale, 'setup.save')}</Button>
        <PendingSubmit message={translate(locale, 'setup.pending')} />
      </form>
    </Shell>
  );
}

type NewPasswordProps = {
  readonly locale: Locale;
  readonly model: SetupForm;
  readonly id: 'new-password' | 'confirmation';
  readonly error: string | undefined;
};

function NewPassword({ locale, model, id, error }: NewPasswordProps) {
  const isFirst = id === 'new-password';
  return (
    <PasswordInput
      locale={locale}
      id={id}
      name={isFirst ? 'password' : 'confirmation'}
      label={translate(locale, isFirst ? 'setup.password' : 'setup.confirmation')}
      hint={isFirst ? translate(locale, 'setup.password_hint', { minimum: model.minimumLength }) : undefined}
      autoComplete="new-password"
      minimumLength={model.minimumLength}
      enterKeyHint={isFirst ? 'next' : 'done'}
      // Choosing a password is the only purpose of the page
      autoFocus={isFirst && model.problem === null}
      error={error}
    />
  );
}

/** A refused password in words, and the id of the field to correct. */
type SetupProblemText = { readonly text: string; readonly field: 'new-password' | 'confirmation' };

function setupProblem(locale: Locale, { problem, minimumLength }: SetupForm): SetupProblemText | null {
  if (problem === null) return null;
  return {
    text: refusedPassword(locale, problem, minimumLength),
    field: problem === 'mismatch' ? 'confirmation' : 'new-password',
  };
}

type SetupEndProps = ShellContext & { readonly outcome: 'done' | 'invalid' };

function SetupEnd({ outcome, ...shell }: SetupEndProps) {
  const { locale } = shell;
  return (
    <MessageView
      {...shell}
      page={outcome === 'done' ? 'setup-done' : 'error'}
      title={translate(locale, `setup.${outcome}.heading`)}
      heading={translate(locale, `setup.${outcome}.heading`)}
      text={translate(locale, `setup.${outcome}.text`)}
      link={
        outcome === 'done'
          ? { text: translate(locale, 'action.sign_in'), href: '/account' }
          : { text: translate(locale, 'error.home'), href: '/' }
      }
    />
  );
}
