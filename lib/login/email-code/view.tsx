import { HiddenInputs, PendingSubmit } from '#components/interaction/form-parts';
import { Shell, type ShellContext } from '#components/interaction/shell';
import { Button } from '#components/ui/button';
import { ErrorSummary } from '#components/ui/error-summary';
import { LabeledInput } from '#components/ui/labeled-input';
import { Heading, Message } from '#components/ui/text';
import { displayText } from '#lib/i18n/display-text';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import { CancelButton, definePage } from '../kit/view';
import { readSignUpCodePage } from '../sign-up/read';
import { type CodePage, readSignInCodePage } from './read';

export const codePages = [
  definePage({
    path: '/login/code',
    read: readSignInCodePage,
    draw: (model, shell) => <CodeView {...shell} model={model} />,
  }),
  definePage({
    path: '/signup/code',
    read: readSignUpCodePage,
    draw: (model, shell) => <CodeView {...shell} model={model} />,
  }),
];

type CodeViewProps = ShellContext & { readonly model: CodePage };

const field = 'code';

/** Asks for a mailed code. The primary button comes first, so Enter in the field presses it. */
function CodeView({ model, ...shell }: CodeViewProps) {
  const { locale } = shell;
  const { note } = model;
  const problem =
    note === null || note === 'resent' ? null : { text: translate(locale, `mailed_code.problem.${note}`), field };
  const title = translate(locale, 'mailed_code.title');
  return (
    <Shell {...shell} frame={model.frame} page={model.page} title={title} hasProblem={problem !== null} waitsForMail>
      <Heading text={<SentTo locale={locale} model={model} />}>{title}</Heading>
      <form method="post" action={model.action} noValidate className="grid gap-6">
        <HiddenInputs form={model.form} />
        {problem && <ErrorSummary heading={translate(locale, 'shell.problem')} problems={[problem]} />}
        {note === 'resent' && <p role="status">{translate(locale, 'mailed_code.resent')}</p>}
        <LabeledInput
          id={field}
          name="code"
          type="text"
          label={translate(locale, 'label.code')}
          hint={translate(locale, 'mailed_code.hint')}
          dir="ltr"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          required
          // The only field of the page
          autoFocus={problem === null}
          error={problem?.text}
          errorPrefix={translate(locale, 'shell.error_prefix')}
        />
        <Button variant="primary" name="decision" value="continue">
          {translate(locale, 'action.continue')}
        </Button>
        <Button variant="secondary" name="decision" value="resend" formNoValidate>
          {translate(locale, 'mailed_code.resend')}
        </Button>
        <CancelButton locale={locale} model={model} />
        <PendingSubmit message={translate(locale, 'mailed_code.pending')} />
      </form>
    </Shell>
  );
}

function SentTo({ locale, model: { email, minutes } }: { readonly locale: Locale; readonly model: CodePage }) {
  if (email === null) return translate(locale, 'mailed_code.maybe_sent', { minutes });
  const address = <bdi className="font-semibold text-foreground">{displayText(email)}</bdi>;
  return <Message locale={locale} id="mailed_code.sent_to" values={{ email: address, minutes }} />;
}
