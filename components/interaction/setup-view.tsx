import { Button } from '#components/ui/button';
import { ErrorSummary } from '#components/ui/error-summary';
import { Heading } from '#components/ui/heading';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import type { SetupForm } from '#lib/login/setup-password';
import { AccountRow } from './account-row';
import { PendingSubmit } from './form-parts';
import { HiddenUsername, PasswordInput, refusedPassword } from './password-input';
import { Shell, type ShellContext } from './shell';

type SetupViewProps = ShellContext & { readonly model: SetupForm };

/** Sets a first password with a one-time link. Opening the page does not use up the link. */
export function SetupView({ model, ...shell }: SetupViewProps) {
  const { locale } = shell;
  const problem = setupProblem(locale, model);
  return (
    <Shell {...shell} page="setup" title={translate(locale, 'setup.title')} hasProblem={problem !== null}>
      <Heading>{translate(locale, 'setup.heading')}</Heading>
      <form method="post" action="/setup/submit" noValidate className="grid gap-6">
        <input type="hidden" name="token" value={model.token} />
        {problem && <ErrorSummary heading={translate(locale, 'summary.heading')} problems={[problem]} />}
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
