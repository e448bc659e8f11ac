import { Button, ButtonLink } from '#components/ui/button';
import { Details } from '#components/ui/details';
import { ErrorSummary } from '#components/ui/error-summary';
import { Heading } from '#components/ui/heading';
import { LabeledInput } from '#components/ui/labeled-input';
import { Notice } from '#components/ui/notice';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import type { DeviceDeniedPage, DeviceEntryPage, DeviceResultPage } from '#lib/login/read-device-page';
import { HiddenInputs, PendingSubmit } from './form-parts';
import { MessageView } from './message-view';
import { Shell, type ShellContext } from './shell';

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
        {translate(locale, 'device.heading')}
      </Heading>
      <form method="post" action="/device/submit" noValidate className="grid gap-5">
        {problem && (
          <ErrorSummary
            heading={translate(locale, 'summary.heading')}
            problems={[{ text: problem, field: codeField }]}
          />
        )}
        {Object.entries(model.fields).map(
          ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
        )}
        {model.isPrefilled && <input type="hidden" name="prefilled" value={model.userCode} />}
        <CodeField locale={locale} model={model} problem={problem} />
        <Button variant="primary" name="decision" value="continue">
          {translate(locale, 'device.continue')}
        </Button>
        <PendingSubmit message={translate(locale, 'device.pending')} />
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
      label={translate(locale, 'device.code')}
      hint={
        model.isPrefilled
          ? undefined
          : translate(locale, model.isNumeric ? 'device.code_hint_numeric' : 'device.code_hint')
      }
      error={problem ?? undefined}
      errorPrefix={translate(locale, 'field.error_prefix')}
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
          <PendingSubmit message={translate(locale, 'device_confirm.pending')} />
        </form>
      )}
      <ButtonLink variant="quiet" href="/device">
        {translate(locale, 'device_denied.again')}
      </ButtonLink>
    </Shell>
  );
}
