import { AccountRow } from '#components/interaction/account-row';
import { CodeField, codeFieldId } from '#components/interaction/code-field';
import { PendingSubmit } from '#components/interaction/form-parts';
import { MessageView } from '#components/interaction/message-view';
import { factorProblem, OtherWays } from '#components/interaction/other-ways';
import { showPasskeyWords } from '#components/interaction/passkey-part';
import { HiddenUsername, PasswordInput, refusedPassword } from '#components/interaction/password-input';
import { Shell, type ShellContext } from '#components/interaction/shell';
import { NeedsScript } from '#components/passkey/needs-script';
import { PasskeyButton } from '#components/passkey/passkey-button';
import { Button } from '#components/ui/button';
import { ErrorSummary } from '#components/ui/error-summary';
import { Heading } from '#components/ui/heading';
import type { ResetFactorPage, ResetForm, ResetPage } from '#lib/account/recovery/read-reset-page';
import { translate } from '#lib/i18n/translate';

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

type ResetFactorViewProps = ShellContext & { readonly model: ResetFactorPage };

const action = '/recover/reset/submit';

/** The second factor of a recovery: one field, and links to the other factors. */
function ResetFactorView({ model, ...shell }: ResetFactorViewProps) {
  const { locale } = shell;
  const { method, token, username } = model;
  const problem = factorProblem(locale, model);
  const title = translate(locale, 'factor.title');
  return (
    <Shell {...shell} frame={model.frame} page="second-factor" title={title} hasProblem={problem !== null}>
      <Heading text={translate(locale, `factor.text.${method}`)}>{title}</Heading>
      <form method="post" action={action} noValidate className="grid gap-6">
        <input type="hidden" name="token" value={token} />
        <input type="hidden" name="method" value={method} />
        {problem && (
          <ErrorSummary
            heading={translate(locale, 'summary.heading')}
            problems={[method === 'passkey' ? { text: problem } : { field: codeFieldId, text: problem }]}
          />
        )}
        <AccountRow label={translate(locale, 'setup.account')} username={username} name={null} />
        {method !== 'passkey' && <CodeField locale={locale} kind={method} error={problem ?? undefined} />}
        {method === 'passkey' ? (
          <ResetPasskey locale={locale} model={model} />
        ) : (
          <Button variant="primary" name="decision" value="continue" className="mt-1">
            {translate(locale, 'factor.continue')}
          </Button>
        )}
        <Button variant="quiet" name="decision" value="cancel" formNoValidate className="-my-3">
          {translate(locale, 'login.cancel')}
        </Button>
        <PendingSubmit message={translate(locale, 'setup.pending')} />
      </form>
      <OtherWays
        locale={locale}
        factors={model.others}
        addressOf={(method) => `/recover/reset?${new URLSearchParams({ token: model.token, method })}`}
      />
    </Shell>
  );
}

type PartProps = Pick<ResetFactorViewProps, 'model' | 'locale'>;

function ResetPasskey({ locale, model: { token } }: PartProps) {
  return (
    <>
      <NeedsScript locale={locale} />
      <PasskeyButton
        variant="primary"
        form={{
          kind: 'showPasskey',
          challenge: '/recover/reset/challenge',
          action,
          fields: { token, method: 'passkey', decision: 'continue' },
        }}
        words={{
          button: translate(locale, 'passkey.second_factor'),
          ...showPasskeyWords(locale),
          unsupported: translate(locale, 'passkey.unsupported'),
        }}
      />
    </>
  );
}
