import { NeedsScript } from '#components/passkey/needs-script';
import { PasskeyButton } from '#components/passkey/passkey-button';
import { Button } from '#components/ui/button';
import { Checkbox } from '#components/ui/checkbox';
import { ErrorSummary } from '#components/ui/error-summary';
import { Heading } from '#components/ui/heading';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import type { FactorPage } from '#lib/login/read-factor-page';
import { AccountRow, changeAddress } from './account-row';
import { CancelButton } from './cancel-button';
import { CodeField, codeFieldId } from './code-field';
import { HiddenInputs, PendingSubmit } from './form-parts';
import { factorProblem, OtherWays } from './other-ways';
import { showPasskeyWords } from './passkey-part';
import { Shell, type ShellContext } from './shell';

type SecondFactorViewProps = ShellContext & { readonly model: FactorPage };

/** The second factor: one field, and links to the other factors. */
export function SecondFactorView({ model, ...shell }: SecondFactorViewProps) {
  const { locale } = shell;
  const problem = factorProblem(locale, model);
  // The field for a mailed code appears after its own form has sent the mail, because a GET never sends mail.
  const hasField = model.method !== 'passkey' && (model.method !== 'email' || model.sentTo !== null);
  return (
    <Shell
      {...shell}
      frame={model.frame}
      page="second-factor"
      title={translate(locale, 'factor.title')}
      hasProblem={problem !== null}
    >
      <Heading text={whatToDo(locale, model)}>{translate(locale, 'factor.title')}</Heading>
      <form method="post" action="/login/factor/submit" noValidate className="grid gap-6">
        <HiddenInputs form={model.form} />
        <input type="hidden" name="method" value={model.method} />
        {problem && (
          <ErrorSummary
            heading={translate(locale, 'summary.heading')}
            problems={[model.method === 'passkey' ? { text: problem } : { field: codeFieldId, text: problem }]}
          />
        )}
        <AccountRow
          label={translate(locale, 'login.signing_in_as')}
          username={model.username}
          name={null}
          change={{ text: translate(locale, 'login.change'), href: changeAddress(model.form.interaction) }}
        />
        {hasField && <CodeField locale={locale} kind={model.method} error={problem ?? undefined} />}
        {model.trustDays !== null && (
          <Checkbox
            id="trust-device"
            name="trust_device"
            value="true"
            className="-my-2"
            label={translate(locale, 'factor.trust', { days: model.trustDays })}
            hint={translate(locale, 'login.remember_hint')}
          />
        )}
        {model.method === 'passkey' && <PasskeyFactor locale={locale} model={model} />}
        {hasField && (
          <Button variant="primary" name="decision" value="continue" className="mt-1">
            {translate(locale, 'factor.continue')}
          </Button>
        )}
        {model.method === 'email' && (
          <Button variant={hasField ? 'secondary' : 'primary'} name="decision" value="send" formNoValidate>
            {translate(locale, hasField ? 'factor.resend' : 'factor.send')}
          </Button>
        )}
        <CancelButton locale={locale} model={model} />
        <PendingSubmit message={translate(locale, 'login.pending')} />
      </form>
      <OtherWays
        locale={locale}
        factors={model.others}
        mailTo={model.mailTo}
        addressOf={(factor) => `/login/factor?interaction=${model.form.interaction}&method=${factor}`}
      />
    </Shell>
  );
}

/** Once a code has been mailed, where it went. */
function whatToDo(locale: Locale, { method, sentTo }: FactorPage): string {
  return sentTo === null
    ? translate(locale, `factor.text.${method}`)
    : translate(locale, 'factor.sent', { address: sentTo });
}

type PasskeyFactorProps = { readonly locale: Locale; readonly model: FactorPage };

/** The button that asks for a passkey of the person, after the first factor. */
function PasskeyFactor({ locale, model: { form, problem } }: PasskeyFactorProps) {
  const answer = { purpose: 'second_factor', method: 'passkey', decision: 'continue' };
  return (
    <>
      <NeedsScript locale={locale} />
      <PasskeyButton
        variant="primary"
        form={{
          kind: 'showPasskey',
          challenge: '/login/passkey/challenge',
          action: '/login/factor/submit',
          fields: { interaction: form.interaction ?? '', csrf: form.csrf, ...answer },
          carried: ['trust_device'],
          wasUnknown: problem === 'passkey_unknown',
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
