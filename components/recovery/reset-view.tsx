import { AccountRow } from '#components/interaction/account-row';
import { PendingSubmit } from '#components/interaction/form-parts';
import { MessageView } from '#components/interaction/message-view';
import { HiddenUsername, PasswordInput, refusedPassword } from '#components/interaction/password-input';
import { Shell, type ShellContext } from '#components/interaction/shell';
import { Button } from '#components/ui/button';
import { ErrorSummary } from '#components/ui/error-summary';
import { Heading } from '#components/ui/heading';
import type { ResetForm, ResetPage } from '#lib/account/recovery/read-reset-page';
import { translate } from '#lib/i18n/translate';
import { ResetFactorView } from './reset-factor-view';

type ResetViewProps = ShellContext & { readonly model: ResetPage };

/** The page of a mailed link for a new password, and its result. Opening the page does not use up the link. */
export function ResetView({ model, ...shell }: ResetViewProps) {
  const { locale } = shell;
  switch (model.page) {
    case 'recover-reset':
      return <PasswordForm model={model} {...shell} />;
    case 'second-factor':
      return <ResetFactorView model={model} {...shell} />;
    case 'recover-done':
      return (
        <MessageView
          {...shell}
          frame={model.frame}
          page="recover-done"
          title={translate(locale, 'reset.done.heading')}
          heading={translate(locale, 'reset.done.heading')}
          text={translate(locale, 'reset.done.text')}
          link={{ text: translate(locale, 'reset.done.sign_in'), href: '/account' }}
        />
      );
    case 'recover-invalid':
      return (
        <MessageView
          {...shell}
          frame={model.frame}
          page="recover-invalid"
          title={translate(locale, 'setup.invalid.heading')}
          heading={translate(locale, 'setup.invalid.heading')}
          text={translate(locale, 'reset.invalid.text', { minutes: model.minutes })}
          link={{ text: translate(locale, 'reset.invalid.again'), href: '/recover' }}
        />
      );
    default:
      return model satisfies never;
  }
}

const field = 'new-password';

function PasswordForm({ model, ...shell }: ShellContext & { readonly model: ResetForm }) {
  const { locale } = shell;
  const { problem, minimumLength } = model;
  const shown = problem === null ? null : { text: refusedPassword(locale, problem, minimumLength), field };
  return (
    <Shell
      {...shell}
      frame={model.frame}
      page="recover-reset"
      title={translate(locale, 'recover.title')}
      hasProblem={!!shown}
    >
      <Heading>{translate(locale, 'recover.title')}</Heading>
      <form method="post" action="/recover/reset/submit" noValidate className="grid gap-6">
        <input type="hidden" name="token" value={model.token} />
        {shown && <ErrorSummary heading={translate(locale, 'summary.heading')} problems={[shown]} />}
        <AccountRow label={translate(locale, 'setup.account')} username={model.username} name={null} />
        <HiddenUsername username={model.username} />
        <PasswordInput
          locale={locale}
          id={field}
          name="new_password"
          label={translate(locale, 'setup.password')}
          hint={translate(locale, 'setup.password_hint', { minimum: minimumLength })}
          autoComplete="new-password"
          minimumLength={minimumLength}
          enterKeyHint="done"
          // Choosing a password is the only purpose of the page
          autoFocus={shown === null}
          error={shown?.text}
        />
        <Button variant="primary" name="decision" value="continue">
          {translate(locale, 'setup.save')}
        </Button>
        <PendingSubmit message={translate(locale, 'setup.pending')} />
      </form>
    </Shell>
  );
}
