import { MessageView } from '#components/interaction/message-view';
import { passwordRules } from '#components/interaction/password-input';
import { Shell } from '#components/interaction/shell';
import { Button } from '#components/ui/button';
import { ErrorSummary } from '#components/ui/error-summary';
import { Heading } from '#components/ui/heading';
import { LabeledInput } from '#components/ui/labeled-input';
import { adminTexts } from '#lib/i18n/admin/texts';
import type { OwnerPage, OwnerProblem } from '#lib/login/setup-owner';

type OwnerViewProps = { readonly model: OwnerPage; readonly host: string };

/**
 * Creates the first owner. The link to this page is printed when the server starts. In English, like the
 * administration.
 */
export function OwnerView({ model, host }: OwnerViewProps) {
  const texts = adminTexts.owner;
  if (model.page === 'setup-owner') return <OwnerForm model={model} host={host} />;
  const isDone = model.page === 'setup-owner-done';
  const { title, text, link } = isDone ? texts.done : texts.invalid;
  return (
    <MessageView
      locale="en"
      page={isDone ? 'setup-done' : 'error'}
      host={host}
      title={title}
      heading={title}
      text={text}
      link={{ text: link, href: isDone ? '/admin' : '/' }}
    />
  );
}

type OwnerFormProps = { readonly model: Extract<OwnerPage, { page: 'setup-owner' }>; readonly host: string };

function OwnerForm({ model, host }: OwnerFormProps) {
  const texts = adminTexts.owner;
  const { token, username, minimumLength, problem } = model;
  const field = problem && fieldOf(problem);
  const errorOf = (name: string) => (problem !== null && field === name ? texts.problems[problem] : undefined);
  const password = {
    type: 'password',
    autoComplete: 'new-password',
    required: true,
    ...passwordRules(minimumLength),
  } as const;
  return (
    <Shell locale="en" page="setup-owner" host={host} title={texts.title} hasProblem={problem !== null}>
      <Heading text={texts.text}>{texts.title}</Heading>
      <form method="post" action="/setup/owner/submit" noValidate className="grid gap-6">
        <input type="hidden" name="token" value={token} />
        {problem && field && (
          <ErrorSummary heading={texts.problems.heading} problems={[{ text: texts.problems[problem], field }]} />
        )}
        <LabeledInput
          id="username"
          name="username"
          label={texts.username}
          defaultValue={username}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={100}
          required
          error={errorOf('username')}
          errorPrefix={texts.problems.prefix}
        />
        <LabeledInput
          {...password}
          id="password"
          name="password"
          label={texts.password}
          hint={texts.passwordHelp(minimumLength)}
          error={errorOf('password')}
          errorPrefix={texts.problems.prefix}
        />
        <LabeledInput
          {...password}
          id="confirmation"
          name="confirmation"
          label={texts.confirmation}
          error={errorOf('confirmation')}
          errorPrefix={texts.problems.prefix}
        />
        <Button variant="primary">{texts.submit}</Button>
      </form>
    </Shell>
  );
}

function fieldOf(problem: OwnerProblem): 'username' | 'password' | 'confirmation' {
  if (problem === 'mismatch') return 'confirmation';
  return problem === 'invalid_username' || problem === 'username_taken' ? 'username' : 'password';
}
