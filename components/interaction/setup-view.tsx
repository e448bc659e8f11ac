import { Button } from '#components/ui/button';
import { ErrorSummary } from '#components/ui/error-summary';
import { Heading } from '#components/ui/heading';
import { LabeledInput } from '#components/ui/labeled-input';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import type { SetupForm, SetupProblem } from '#lib/login/setup-password';
import { AccountRow } from './account-row';
import { PendingSubmit } from './pending-submit';
import { Shell, type ShellContext } from './shell';
import { ShowPassword } from './show-password';

type SetupViewProps = ShellContext & { readonly model: SetupForm };

/** Sets a first password behind a one-time link. Opening the page uses nothing up. */
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
        <input
          type="text"
          autoComplete="username"
          defaultValue={model.username}
          readOnly
          tabIndex={-1}
          aria-hidden="true"
          className="sr-only"
        />
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
    <LabeledInput
      id={id}
      name={isFirst ? 'password' : 'confirmation'}
      type="password"
      label={translate(locale, isFirst ? 'setup.password' : 'setup.confirmation')}
      hint={isFirst ? translate(locale, 'setup.password_hint', { minimum: model.minimumLength }) : undefined}
      autoComplete="new-password"
      autoCapitalize="none"
      spellCheck={false}
      enterKeyHint={isFirst ? 'next' : 'done'}
      required
      // Choosing a password is the page's one purpose
      autoFocus={isFirst && model.problem === null}
      error={error}
      errorPrefix={translate(locale, 'field.error_prefix')}
      action={
        <ShowPassword
          field={id}
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

/** A refused password in words, and the id of the field to mend. */
type SetupProblemText = { readonly text: string; readonly field: 'new-password' | 'confirmation' };

function setupProblem(locale: Locale, { problem, minimumLength }: SetupForm): SetupProblemText | null {
  if (problem === null) return null;
  return {
    text: problemText(locale, problem, minimumLength),
    field: problem === 'mismatch' ? 'confirmation' : 'new-password',
  };
}

function problemText(locale: Locale, problem: SetupProblem, minimumLength: number): string {
  if (problem !== 'password_too_short') return translate(locale, `setup.problem.${problem}`);
  return translate(locale, 'setup.problem.password_too_short', { minimum: minimumLength });
}
