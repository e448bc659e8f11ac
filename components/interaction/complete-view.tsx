import { Button, ButtonLink } from '#components/ui/button';
import { ErrorSummary } from '#components/ui/error-summary';
import { Heading } from '#components/ui/heading';
import { LabeledInput } from '#components/ui/labeled-input';
import { displayText } from '#lib/i18n/display-text';
import { translate } from '#lib/i18n/translate';
import type { CompletePage } from '#lib/login/federation/read-page';
import { AccountRow } from './account-row';
import { HiddenInputs, PendingSubmit } from './form-parts';
import { usernameField } from './login-problem';
import { Shell, type ShellContext } from './shell';

type CompleteViewProps = ShellContext & { readonly model: CompletePage };

/** Asks for the username of a new account if the provider did not send one. The known data is shown next to it. */
export function CompleteView({ model, ...shell }: CompleteViewProps) {
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
            heading={translate(locale, 'summary.heading')}
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
        <LabeledInput
          id={usernameField}
          name="username"
          type="text"
          label={translate(locale, 'login.username')}
          hint={translate(locale, 'complete.hint')}
          defaultValue={model.username}
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          required
          error={problem ?? undefined}
          errorPrefix={translate(locale, 'field.error_prefix')}
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
