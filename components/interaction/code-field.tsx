import { LabeledInput } from '#components/ui/labeled-input';
import type { SecondFactor } from '#lib/factors/decide-factor';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';

export const codeFieldId = 'code';

type CodeFieldProps = {
  readonly locale: Locale;
  readonly kind: SecondFactor;
  /** By default, the name of the code. */
  readonly label?: string;
  /** False if there is something to do before the code is typed. By default true. */
  readonly isFirst?: boolean;
  readonly error: string | undefined;
};

/** One field for a code. Pasting works, and spaces and dashes are ignored (ux §1.2.11). */
export function CodeField({ locale, kind, label, isFirst = true, error }: CodeFieldProps) {
  const isNumber = kind !== 'recovery';
  return (
    <LabeledInput
      id={codeFieldId}
      name="code"
      type="text"
      dir="ltr"
      label={label ?? translate(locale, isNumber ? 'factor.code' : 'factor.way.recovery')}
      inputMode={isNumber ? 'numeric' : 'text'}
      autoComplete={isNumber ? 'one-time-code' : 'off'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      enterKeyHint="go"
      required
      // The code is the only purpose of the page
      autoFocus={isFirst && error === undefined}
      error={error}
      errorPrefix={translate(locale, 'shell.error_prefix')}
    />
  );
}
