import { Button } from '#components/ui/button';
import { Details } from '#components/ui/details';
import { ErrorSummary } from '#components/ui/error-summary';
import { Heading } from '#components/ui/heading';
import { LabeledInput } from '#components/ui/labeled-input';
import { Notice } from '#components/ui/notice';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import type { DeviceEntryPage } from '#lib/login/read-device-page';
import { PendingSubmit } from './form-parts';
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
