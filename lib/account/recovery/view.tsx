import { AccountRow } from '#components/interaction/account-row';
import { CodeField, codeFieldId } from '#components/interaction/code-field';
import { PendingSubmit } from '#components/interaction/form-parts';
import { HiddenUsername, PasswordInput, refusedPassword } from '#components/interaction/password-input';
import { MessageView } from '#components/interaction/problem-view';
import { Shell, type ShellContext } from '#components/interaction/shell';
import { PasskeyButton, showPasskeyWords } from '#components/passkey/passkey-button';
import { Button, ButtonLink } from '#components/ui/button';
import { ErrorSummary } from '#components/ui/error-summary';
import { NameInput } from '#components/ui/labeled-input';
import { Heading, TextLink } from '#components/ui/text';
import { displayText } from '#lib/i18n/display-text';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import { definePage, identifierLabel } from '#views/login/kit/view';
import { factorProblem, NeedsScript, OtherWays } from '#views/login/second-factor/view';
import { type RecoverPage, readRecoverPage } from './read-recover-page';
import { type ResetFactorPage, type ResetForm, type ResetPage, readResetPage } from './read-reset-page';

export const recoveryPages = [
  definePage({
    path: '/recover',
    read: (context, { one, ...asked }) =>
      readRecoverPage(context, { ...asked, sent: one('sent') === '1', problem: one('problem') }),
    draw: (model, shell) => <RecoverView {...shell} model={model} />,
  }),
  definePage({
    path: '/recover/reset',
    read: (context, { one, ...input }) => {
      const asked = { ...input, token: one('token'), problem: one('problem'), method: one('method') };
      return readResetPage(context, { ...asked, done: one('done') === '1' });
    },
    status: ({ page }) => (page === 'recover-invalid' ? 410 : 200),
    draw: (model, shell) => <ResetView {...shell} model={model} />,
  }),
];

type ResetViewProps = ShellContext & { readonly model: ResetPage };

/** The page of a mailed link for a new password, and its result. Opening the page does not use up the link. */
function ResetView({ model, ...shell }: ResetViewProps) {
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
          link={{
            text:
              model.app === null
                ? translate(locale, 'action.sign_in')
                : translate(locale, 'reset.done.continue', { app: displayText(model.app) }),
            href: signInAddress(model.interaction),
          }}
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
          link={{ text: translate(locale, 'reset.invalid.again'), href: recoverAddress(model.interaction) }}
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
        {model.interaction !== null && <input type="hidden" name="interaction" value={model.interaction} />}
        {shown && <ErrorSummary heading={translate(locale, 'shell.problem')} problems={[shown]} />}
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
        {model.interaction !== null && <input type="hidden" name="interaction" value={model.interaction} />}
        {problem && (
          <ErrorSummary
            heading={translate(locale, 'shell.problem')}
            problems={[method === 'passkey' ? { text: problem } : { field: codeFieldId, text: problem }]}
          />
        )}
        <AccountRow label={translate(locale, 'setup.account')} username={username} name={null} />
        {method !== 'passkey' && <CodeField locale={locale} kind={method} error={problem ?? undefined} />}
        {method === 'passkey' ? (
          <ResetPasskey locale={locale} model={model} />
        ) : (
          <Button variant="primary" name="decision" value="continue" className="mt-1">
            {translate(locale, 'action.continue')}
          </Button>
        )}
        <Button variant="quiet" name="decision" value="cancel" formNoValidate className="-my-3">
          {translate(locale, 'action.cancel')}
        </Button>
        <PendingSubmit message={translate(locale, 'setup.pending')} />
      </form>
      <OtherWays
        locale={locale}
        factors={model.others}
        addressOf={(method) => `/recover/reset?${new URLSearchParams({ ...fieldsOf(model), method })}`}
      />
    </Shell>
  );
}

type PartProps = Pick<ResetFactorViewProps, 'model' | 'locale'>;

function ResetPasskey({ locale, model }: PartProps) {
  return (
    <>
      <NeedsScript locale={locale} />
      <PasskeyButton
        variant="primary"
        form={{
          kind: 'showPasskey',
          challenge: '/recover/reset/challenge',
          action,
          fields: { ...fieldsOf(model), method: 'passkey', decision: 'continue' },
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

function fieldsOf({ token, interaction }: ResetFactorPage) {
  return { token, ...(interaction && { interaction }) };
}

type RecoverViewProps = ShellContext & { readonly model: RecoverPage };

/** Asks for the account, then shows the same message for every account, or says whom to ask for help. */
function RecoverView({ model, ...shell }: RecoverViewProps) {
  if (!model.isOn) return <RecoveryOff model={model} {...shell} />;
  return model.page === 'recover-sent' ? <Sent model={model} {...shell} /> : <RecoverForm model={model} {...shell} />;
}

function RecoverForm({ model, ...shell }: RecoverViewProps) {
  const { locale } = shell;
  const words = identifierWords(locale, model);
  const problem = model.problem === null ? null : { text: words.missing, field: identifierField };
  return (
    <Shell
      {...shell}
      frame={model.frame}
      page="recover"
      title={translate(locale, 'recover.title')}
      hasProblem={!!problem}
    >
      <Heading text={translate(locale, 'recover.text')}>{translate(locale, 'recover.title')}</Heading>
      <form method="post" action="/recover/submit" noValidate className="grid gap-6">
        {model.interaction !== null && <input type="hidden" name="interaction" value={model.interaction} />}
        {problem && <ErrorSummary heading={translate(locale, 'shell.problem')} problems={[problem]} />}
        <NameInput
          id={identifierField}
          name="identifier"
          label={words.label}
          defaultValue={model.identifier}
          inputMode="email"
          enterKeyHint="send"
          required
          // The only field of the page
          autoFocus={!problem}
          error={problem?.text}
          errorPrefix={translate(locale, 'shell.error_prefix')}
        />
        <Button variant="primary" name="decision" value="continue">
          {translate(locale, 'action.send_link')}
        </Button>
        <PendingSubmit message={translate(locale, 'recover.pending')} />
      </form>
      <BackToSignIn locale={locale} interaction={model.interaction} />
    </Shell>
  );
}

const identifierField = 'identifier';

function identifierWords(locale: Locale, { identifiers }: RecoverPage) {
  const kind = identifiers.length > 1 ? 'either' : identifiers[0] === 'email' ? 'email' : 'username';
  return {
    label: identifierLabel(locale, identifiers),
    missing: translate(locale, `recover.missing_identifier.${kind}`),
  };
}

function Sent({ model, ...shell }: RecoverViewProps) {
  const { locale } = shell;
  const { interaction } = model;
  const title = translate(locale, 'recover.sent.heading');
  return (
    <Shell {...shell} frame={model.frame} page="recover-sent" title={title} waitsForMail>
      <Heading text={translate(locale, 'recover.sent.text', { minutes: model.minutes })}>{title}</Heading>
      <p className="text-muted-foreground">{translate(locale, 'recover.sent.hint')}</p>
      <ButtonLink variant="secondary" href={recoverAddress(interaction)}>
        {translate(locale, 'recover.sent.again')}
      </ButtonLink>
      <BackToSignIn locale={locale} interaction={interaction} />
    </Shell>
  );
}

function RecoveryOff({ model, ...shell }: RecoverViewProps) {
  const { locale } = shell;
  const support = model.frame.brand.links.support;
  return (
    <MessageView
      {...shell}
      frame={model.frame}
      page="recover"
      title={translate(locale, 'recover.title')}
      heading={translate(locale, 'recover.title')}
      text={translate(locale, 'recover.off.text')}
      link={
        support === null
          ? { text: translate(locale, 'recover.back'), href: signInAddress(model.interaction) }
          : { text: translate(locale, 'recover.off.support'), href: support }
      }
    />
  );
}

function BackToSignIn({ locale, interaction }: { readonly locale: Locale; readonly interaction: string | null }) {
  return (
    <TextLink href={signInAddress(interaction)} className="-my-2.5 w-fit">
      {translate(locale, 'recover.back')}
    </TextLink>
  );
}

function recoverAddress(interaction: string | null): string {
  return interaction === null ? '/recover' : `/recover?interaction=${interaction}`;
}

/** The address of the open sign-in, otherwise that of the person's account. */
function signInAddress(interaction: string | null): string {
  return interaction === null ? '/account' : `/login?interaction=${interaction}`;
}
