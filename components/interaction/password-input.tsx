import { LabeledInput, type LabeledInputProps } from '#components/ui/labeled-input';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import { ShowPassword } from './show-password';

type PasswordInputProps = Pick<
  LabeledInputProps,
  'id' | 'name' | 'label' | 'hint' | 'error' | 'autoFocus' | 'enterKeyHint'
> & {
  readonly locale: Locale;
  readonly autoComplete: 'current-password' | 'new-password';
};

/** The field of a password: it can be shown, and no keyboard corrects it. */
export function PasswordInput({ locale, ...input }: PasswordInputProps) {
  return (
    <LabeledInput
      type="password"
      autoCapitalize="none"
      spellCheck={false}
      required
      errorPrefix={translate(locale, 'field.error_prefix')}
      action={
        <ShowPassword
          field={input.id}
          show={{
            text: translate(locale, 'login.show_password'),
            label: translate(locale, 'login.show_password_label'),
          }}
          hide={{
            text: translate(locale, 'login.hide_password'),
            label: translate(locale, 'login.hide_password_label'),
          }}
        />
      }
      {...input}
    />
  );
}
