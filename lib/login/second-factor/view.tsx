import { AccountRow, changeAddress } from '#components/interaction/account-row';
import { CodeField, codeFieldId } from '#components/interaction/code-field';
import { HiddenInputs, PendingSubmit } from '#components/interaction/form-parts';
import { Shell, type ShellContext } from '#components/interaction/shell';
import { PasskeyButton, showPasskeyWords } from '#components/passkey/passkey-button';
import { Button } from '#components/ui/button';
import { Checkbox } from '#components/ui/checkbox';
import { ErrorSummary } from '#components/ui/error-summary';
import { Icon, type IconName } from '#components/ui/icon';
import { Notice } from '#components/ui/notice';
import { Heading, TextLink } from '#components/ui/text';
import type { SecondFactor } from '#lib/factors/decide-factor';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import { CancelButton, definePage } from '../kit/view';
import { type FactorPage, readFactorPage } from './read';

export const secondFactorPage = definePage({
  path: '/login/factor',
  read: (context, { one, ...asked }) => readFactorPage(context, { ...asked, method: one('method') }),
  draw: (model, shell) => <SecondFactorView {...shell} model={model} />,
});

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
            heading={translate(locale, 'shell.problem')}
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
            {translate(locale, 'action.continue')}
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

type OtherWaysProps = {
  readonly locale: Locale;
  readonly factors: readonly SecondFactor[];
  readonly addressOf: (factor: SecondFactor) => string;
  /** The masked address that a code would be sent to (ux §1.2.8). */
  readonly mailTo?: string | null;
};

const icons: Readonly<Record<SecondFactor, IconName>> = {
  passkey: 'key',
  totp: 'phone',
  recovery: 'list',
  email: 'mail',
};

/** Links to the same page for the other factors. Absent if there are none. */
export function OtherWays({ locale, factors, addressOf, mailTo = null }: OtherWaysProps) {
  if (factors.length === 0) return null;
  return (
    <nav aria-labelledby="other-ways" className="grid gap-1">
      <h2 id="other-ways" className="font-semibold text-[0.9375rem]">
        {translate(locale, 'factor.others')}
      </h2>
      <ul className="grid">
        {factors.map((factor) => (
          <li key={factor} className="flex flex-wrap items-center gap-x-2">
            <Icon name={icons[factor]} className="size-4 shrink-0 text-muted-foreground" />
            <TextLink href={addressOf(factor)} className="w-fit">
              {translate(locale, `factor.way.${factor}`)}
            </TextLink>
            {factor === 'email' && mailTo !== null && <bdi className="text-muted-foreground text-sm">{mailTo}</bdi>}
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The problem of the answer in words, or null. */
export function factorProblem(
  locale: Locale,
  { problem, method }: Pick<FactorPage, 'problem' | 'method'>,
): string | null {
  const isRecovery = method === 'recovery';
  switch (problem) {
    case null:
      return null;
    case 'code_malformed':
      return translate(locale, isRecovery ? 'factor.problem.recovery_malformed' : 'factor.problem.code_malformed');
    case 'code_wrong':
      return translate(locale, isRecovery ? 'factor.problem.recovery_wrong' : 'factor.problem.code_wrong');
    case 'passkey_unknown':
    case 'passkey_refused':
    case 'passkey_expired':
    case 'passkey_copied':
      return translate(locale, `passkey.problem.${problem}`);
    default:
      return translate(locale, `factor.problem.${problem}`);
  }
}

/** Shown without scripts, because only scripts can use authenticators. */
export function NeedsScript({ locale }: { readonly locale: Locale }) {
  return (
    <div className="hidden noscript:block">
      <Notice>{translate(locale, 'passkey.needs_script')}</Notice>
    </div>
  );
}
