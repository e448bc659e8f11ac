import { TotpSetup } from '#components/factors/totp-setup';
import { codeFieldId } from '#components/interaction/code-field';
import { HiddenInputs, PendingSubmit } from '#components/interaction/form-parts';
import { Shell, type ShellContext } from '#components/interaction/shell';
import { newPasskeyWords, PasskeyButton } from '#components/passkey/passkey-button';
import { Button } from '#components/ui/button';
import { ErrorSummary } from '#components/ui/error-summary';
import { Heading } from '#components/ui/text';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import type { FormBinding } from '../form-binding';
import { CancelButton, definePage } from '../kit/view';
import { factorProblem, NeedsScript, OtherWays } from '../second-factor/view';
import { type EnrolPage, readEnrolPage } from './read';

export const enrolPage = definePage({
  path: '/login/enrol',
  read: (context, { one, ...asked }) =>
    readEnrolPage(context, { ...asked, factor: one('factor'), setup: one('setup') }),
  draw: (model, shell) => <EnrolView {...shell} model={model} />,
});

type EnrolViewProps = ShellContext & { readonly model: EnrolPage };

/** Adds a second factor during the sign-in: shows one factor, with links to the others. */
function EnrolView({ model, ...shell }: EnrolViewProps) {
  const { locale } = shell;
  const problem = factorProblem(locale, { problem: model.problem, method: model.factor ?? 'totp' });
  const title = translate(locale, 'enrol.title');
  return (
    <Shell {...shell} frame={model.frame} page="enrol" title={title} hasProblem={problem !== null}>
      <Heading text={model.factor !== null && translate(locale, model.needsBound ? 'enrol.bound_text' : 'enrol.text')}>
        {title}
      </Heading>
      <form method="post" action="/login/enrol/submit" noValidate className="grid gap-6">
        <HiddenInputs form={model.form} />
        {problem && (
          <ErrorSummary
            heading={translate(locale, 'shell.problem')}
            problems={[model.totp === null ? { text: problem } : { field: codeFieldId, text: problem }]}
          />
        )}
        <EnrolParts locale={locale} model={model} problem={problem} />
        <CancelButton locale={locale} model={model} />
        <PendingSubmit message={translate(locale, 'login.pending')} />
      </form>
      <OtherWays
        locale={locale}
        factors={model.others}
        addressOf={(factor) => `/login/enrol?interaction=${model.form.interaction}&factor=${factor}`}
      />
    </Shell>
  );
}

type PartsProps = Pick<EnrolViewProps, 'locale' | 'model'> & { readonly problem: string | null };

function EnrolParts({ locale, model, problem }: PartsProps) {
  if (model.factor === null) {
    return (
      <Button variant="primary" name="decision" value="continue">
        {translate(locale, 'action.continue')}
      </Button>
    );
  }
  return (
    <>
      <input type="hidden" name="factor" value={model.factor} />
      {model.totp !== null && (
        <>
          <TotpSetup locale={locale} totp={model.totp} error={problem ?? undefined} />
          <Button variant="primary" name="decision" value="save">
            {translate(locale, 'totp.add')}
          </Button>
        </>
      )}
      {model.factor === 'passkey' && (
        <NewPasskey locale={locale} form={model.form} wasUnknown={model.problem === 'passkey_synced'} />
      )}
    </>
  );
}

type NewPasskeyProps = {
  readonly locale: Locale;
  readonly form: FormBinding;
  /** Whether the passkey that was created on the previous page was not added. */
  readonly wasUnknown: boolean;
};

/** The button that creates a passkey when a second factor is required. */
function NewPasskey({ locale, form, wasUnknown }: NewPasskeyProps) {
  const answer = { purpose: 'registration', factor: 'passkey', decision: 'save' };
  return (
    <>
      <p>{translate(locale, 'passkey.new.text')}</p>
      <NeedsScript locale={locale} />
      <PasskeyButton
        variant="primary"
        form={{
          kind: 'makePasskey',
          wasUnknown,
          challenge: '/login/passkey/challenge',
          action: '/login/enrol/submit',
          fields: { interaction: form.interaction ?? '', csrf: form.csrf, ...answer },
        }}
        words={newPasskeyWords(locale)}
      />
    </>
  );
}
