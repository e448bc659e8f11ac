import type { ReactNode } from 'react';
import { AccountRow, changeAddress } from '#components/interaction/account-row';
import { HiddenInputs, PendingSubmit } from '#components/interaction/form-parts';
import { PolicyLinks } from '#components/interaction/policy-links';
import { MessageView } from '#components/interaction/problem-view';
import { ApiGroups, JoinedValues, scopeDescription, scopeLabel, wholeValues } from '#components/interaction/scope-list';
import { Shell, type ShellContext } from '#components/interaction/shell';
import { timeAgo } from '#components/interaction/time-ago';
import { Button, ButtonLink } from '#components/ui/button';
import { Details } from '#components/ui/details';
import { ErrorSummary } from '#components/ui/error-summary';
import { LabeledInput } from '#components/ui/labeled-input';
import { AppLogo } from '#components/ui/monogram';
import { Notice } from '#components/ui/notice';
import { Breakable, Heading, Message } from '#components/ui/text';
import { displayText } from '#lib/i18n/display-text';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import type { ScopeView } from '../consent/read';
import { definePage } from '../kit/view';
import {
  type DeviceConfirmPage,
  type DeviceDeniedPage,
  type DeviceEntryPage,
  type DeviceResultPage,
  readDevicePage,
} from './read';

export const devicePage = definePage({
  path: '/device',
  read: (context, { one, ...asked }) => {
    const fields = { login_hint: one('login_hint'), ui_locales: one('ui_locales'), acr_values: one('acr_values') };
    return readDevicePage(context, { ...asked, userCode: one('user_code'), fields });
  },
  keepsForms: ({ page }) => page === 'device-done' || page === 'device-denied',
  draw: (model, shell) => {
    switch (model.page) {
      case 'device':
        return <DeviceEntryView {...shell} model={model} />;
      case 'device-confirm':
        return <DeviceConfirmView {...shell} model={model} />;
      default:
        return <DeviceResultView {...shell} model={model} />;
    }
  },
});

type DeviceConfirmViewProps = ShellContext & { readonly model: DeviceConfirmPage };

/**
 * Always shown before a device is connected. The facts help a person notice that somebody else started this: the code, where
 * and when the device asked, and the account. "Don't connect" comes first, and no button has the focus.
 */
export function DeviceConfirmView({ model, ...shell }: DeviceConfirmViewProps) {
  const { locale } = shell;
  const app = displayText(model.client.name);
  return (
    <Shell
      {...shell}
      frame={model.frame}
      page="device-confirm"
      title={translate(locale, 'device_confirm.title', { app })}
    >
      <div className="grid gap-4">
        <AppLogo name={app} logo={model.client.logo} />
        <Heading>
          <Message locale={locale} id="device_confirm.heading" values={{ app }} />
        </Heading>
      </div>
      {model.userCode !== null && <CodeToCompare locale={locale} code={model.userCode} />}
      <AccountRow
        label={translate(locale, 'device_confirm.account')}
        username={model.user.username}
        name={model.user.name}
        change={{ text: translate(locale, 'account.change'), href: changeAddress(model.form.interaction) }}
      />
      <Facts locale={locale} model={model} />
      <Access locale={locale} scopes={model.scopes} app={app} />
      <form method="post" action="/device/submit" className="grid gap-4">
        <HiddenInputs form={model.form} />
        <Notice>{translate(locale, 'device_confirm.warning')}</Notice>
        <div className="grid gap-3 min-[22rem]:grid-cols-2">
          <Button variant="equal" name="decision" value="deny">
            {translate(locale, 'device_confirm.deny')}
          </Button>
          <Button variant="equal" name="decision" value="allow">
            {translate(locale, 'device_confirm.allow')}
          </Button>
        </div>
        <PendingSubmit message={translate(locale, 'action.pending')} />
      </form>
      <div className="text-muted-foreground text-sm empty:hidden">
        <PolicyLinks locale={locale} client={model.client} app={app} />
      </div>
    </Shell>
  );
}

/** The code for screen readers, letter by letter. */
function CodeToCompare({ locale, code }: { readonly locale: Locale; readonly code: string }) {
  const spelled = code.replace('-', ',').split('').join(' ');
  return (
    <div className="grid justify-items-center gap-1 rounded-box bg-muted px-4 py-4 text-center">
      <p className="text-[0.9375rem]">{translate(locale, 'device_confirm.code')}</p>
      <p dir="ltr" className="font-mono font-semibold text-2xl tracking-[0.14em]">
        <span aria-hidden="true">{code}</span>
        <span className="sr-only">{spelled}</span>
      </p>
    </div>
  );
}

const minuteFormat = {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
} as const;

function Facts({ locale, model }: { readonly locale: Locale; readonly model: DeviceConfirmPage }) {
  const at = new Intl.DateTimeFormat(locale, { ...minuteFormat, timeZone: model.timeZone });
  return (
    <dl className="divide-y divide-border rounded-box border border-border px-3.5 text-[0.9375rem]">
      <Fact name={translate(locale, 'device_confirm.requested')}>
        {timeAgo(locale, model.ageSeconds)}
        <time dateTime={model.requestedAt.toISOString()} className="block text-muted-foreground text-sm">
          {at.format(model.requestedAt)}
        </time>
      </Fact>
      <Fact name={translate(locale, 'label.address')}>
        <bdi className="font-mono text-sm">
          <Breakable>{displayText(model.requestedFrom)}</Breakable>
        </bdi>
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="grid gap-x-4 py-2.5 min-[24rem]:grid-cols-[8.5rem_1fr]">
      <dt className="text-muted-foreground">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

type AccessProps = { readonly locale: Locale; readonly scopes: readonly ScopeView[]; readonly app: string };

/** All scopes or none, because a device cannot ask again for the scopes that were left out. */
function Access({ locale, scopes, app }: AccessProps) {
  return (
    <section className="grid gap-2">
      <h2 className="font-semibold text-muted-foreground text-sm">{translate(locale, 'device_confirm.access')}</h2>
      <ApiGroups
        scopes={scopes}
        draw={(scope) => (
          <li key={scope.name} className="px-3.5 py-2.5">
            <bdi className="font-semibold">{scopeLabel(locale, scope)}</bdi>
            <ScopeHint text={scopeDescription(locale, scope, app)} values={scope.values} />
          </li>
        )}
      />
    </section>
  );
}

function ScopeHint({ text, values }: { readonly text: string | null; readonly values: readonly string[] }) {
  const shown = values.length > 0 ? <JoinedValues values={wholeValues(values)} /> : text;
  return shown === null ? null : <p className="text-muted-foreground text-sm">{shown}</p>;
}

type DeviceEntryViewProps = ShellContext & { readonly model: DeviceEntryPage };
type CodeFieldProps = { readonly locale: Locale; readonly model: DeviceEntryPage; readonly problem: string | null };

const codeField = 'user_code';

/** One field for the code of a device, easy to use with one hand: no formatting, and the button right below it. */
export function DeviceEntryView({ model, ...shell }: DeviceEntryViewProps) {
  const { locale } = shell;
  const problem = model.problem && translate(locale, `device.problem.${model.problem}`);
  return (
    <Shell
      {...shell}
      frame={model.frame}
      page="device"
      title={translate(locale, 'device.title')}
      hasProblem={problem !== null}
    >
      <Heading text={translate(locale, model.isPrefilled ? 'device.prefilled' : 'device.text')}>
        {translate(locale, 'device.title')}
      </Heading>
      <form method="post" action="/device/submit" noValidate className="grid gap-5">
        {problem && (
          <ErrorSummary heading={translate(locale, 'shell.problem')} problems={[{ text: problem, field: codeField }]} />
        )}
        {Object.entries(model.fields).map(
          ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
        )}
        {model.isPrefilled && <input type="hidden" name="prefilled" value={model.userCode} />}
        <CodeField locale={locale} model={model} problem={problem} />
        <Button variant="primary" name="decision" value="continue">
          {translate(locale, 'action.continue')}
        </Button>
        <PendingSubmit message={translate(locale, 'action.pending')} />
      </form>
      <Notice>{translate(locale, 'device.warning')}</Notice>
      <Details summary={translate(locale, 'device.where')}>{translate(locale, 'device.where_text')}</Details>
    </Shell>
  );
}

/** Never `one-time-code`, which would suggest a code from a text message. Only the style shows capitals. */
function CodeField({ locale, model, problem }: CodeFieldProps) {
  return (
    <LabeledInput
      id={codeField}
      name="user_code"
      type="text"
      label={translate(locale, 'label.code')}
      hint={
        model.isPrefilled
          ? undefined
          : translate(locale, model.isNumeric ? 'device.code_hint_numeric' : 'device.code_hint')
      }
      error={problem ?? undefined}
      errorPrefix={translate(locale, 'shell.error_prefix')}
      defaultValue={model.userCode}
      dir="ltr"
      autoComplete="off"
      autoCapitalize="characters"
      autoCorrect="off"
      spellCheck={false}
      inputMode={model.isNumeric ? 'numeric' : 'text'}
      enterKeyHint="go"
      required
      data-1p-ignore
      data-lpignore="true"
      className="min-h-14 text-center font-mono text-2xl uppercase tracking-[0.14em]"
    />
  );
}

type DeviceResultViewProps = ShellContext & { readonly model: DeviceResultPage };

/** The result. The person continues on the device, so the page does not redirect. */
export function DeviceResultView({ model, ...shell }: DeviceResultViewProps) {
  const { locale } = shell;
  if (model.page === 'device-denied') return <DeviceDeniedView {...shell} model={model} />;
  return (
    <MessageView
      {...shell}
      frame={model.frame}
      page="device-done"
      title={translate(locale, 'device_done.title')}
      heading={translate(locale, 'device_done.heading')}
      text={translate(locale, 'device_done.text')}
      link={{ text: translate(locale, 'device_done.manage'), href: '/account/apps' }}
    />
  );
}

/** Lets people report that somebody else asked them to connect (ux §1.6.10). */
function DeviceDeniedView({ model, ...shell }: ShellContext & { readonly model: DeviceDeniedPage }) {
  const { locale } = shell;
  return (
    <Shell {...shell} frame={model.frame} page="device-denied" title={translate(locale, 'device_denied.title')}>
      <Heading text={translate(locale, 'device_denied.text')}>{translate(locale, 'device_denied.heading')}</Heading>
      {model.isReported ? (
        <Notice>{translate(locale, 'device_denied.reported')}</Notice>
      ) : (
        <form method="post" action="/device/submit" className="grid gap-3">
          <HiddenInputs form={model.form} />
          <p>{translate(locale, 'device_denied.report_hint')}</p>
          <Button variant="secondary" name="decision" value="report">
            {translate(locale, 'device_denied.report')}
          </Button>
          <PendingSubmit message={translate(locale, 'action.pending')} />
        </form>
      )}
      <ButtonLink variant="quiet" href="/device">
        {translate(locale, 'device_denied.again')}
      </ButtonLink>
    </Shell>
  );
}
