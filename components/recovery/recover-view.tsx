import { PendingSubmit } from '#components/interaction/form-parts';
import { MessageView } from '#components/interaction/message-view';
import { Shell, type ShellContext } from '#components/interaction/shell';
import { Button, ButtonLink } from '#components/ui/button';
import { ErrorSummary } from '#components/ui/error-summary';
import { Heading } from '#components/ui/heading';
import { LabeledInput } from '#components/ui/labeled-input';
import { TextLink } from '#components/ui/text-link';
import type { RecoverPage } from '#lib/account/recovery/read-recover-page';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';

type RecoverViewProps = ShellContext & { readonly model: RecoverPage };

/** Asks for the account, then shows the same message for every account, or says whom to ask for help. */
export function RecoverView({ model, ...shell }: RecoverViewProps) {
  if (!model.isOn) return <RecoveryOff model={model} {...shell} />;
  return model.page === 'recover-sent' ? <Sent model={model} {...shell} /> : <RecoverForm model={model} {...shell} />;
}

function RecoverForm({ model, ...shell }: RecoverViewProps) {
  const { locale } = shell;
  const words = identifierWords(locale, model);
  const problem = model.problem === null ? null : { text: words.missing, field };
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
        {problem && <ErrorSummary heading={translate(locale, 'summary.heading')} problems={[problem]} />}
        <LabeledInput
          id={field}
          name="identifier"
          type="text"
          label={words.label}
          defaultValue={model.identifier}
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="send"
          required
          // The only field of the page
          autoFocus={!problem}
          error={problem?.text}
          errorPrefix={translate(locale, 'field.error_prefix')}
        />
        <Button variant="primary" name="decision" value="continue">
          {translate(locale, 'recover.send')}
        </Button>
        <PendingSubmit message={translate(locale, 'recover.pending')} />
      </form>
      <BackToSignIn locale={locale} interaction={model.interaction} />
    </Shell>
  );
}

const field = 'identifier';

function identifierWords(locale: Locale, { identifiers }: RecoverPage) {
  const kind = identifiers.length > 1 ? 'either' : identifiers[0] === 'email' ? 'email' : 'username';
  return {
    label: translate(locale, `recover.identifier.${kind}`),
    missing: translate(locale, `recover.missing_identifier.${kind}`),
  };
}

function Sent({ model, ...shell }: RecoverViewProps) {
  const { locale } = shell;
  const { interaction } = model;
  const title = translate(locale, 'recover.sent.heading');
  return (
    <Shell {...shell} frame={model.frame} page="recover-sent" title={title}>
      <Heading text={translate(locale, 'recover.sent.text', { minutes: model.minutes })}>{title}</Heading>
      <p className="text-muted-foreground">{translate(locale, 'recover.sent.hint')}</p>
      <ButtonLink variant="secondary" href={`/recover${interaction === null ? '' : `?interaction=${interaction}`}`}>
        {translate(locale, 'recover.sent.again')}
      </ButtonLink>
      <BackToSignIn locale={locale} interaction={interaction} />
    </Shell>
  );
}

function RecoveryOff({ model, ...shell }: RecoverViewProps) {
  const { locale } = shell;
  const support = model.frame.brand?.links.support ?? null;
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

/** The address of the open sign-in, otherwise that of the person's account. */
function signInAddress(interaction: string | null): string {
  return interaction === null ? '/account' : `/login?interaction=${interaction}`;
}
