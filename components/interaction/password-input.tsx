import { LabeledInput, type LabeledInputProps } from '#components/ui/labeled-input';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import type { SetupProblem } from '#lib/login/setup/password';

type PasswordInputProps = Pick<
  LabeledInputProps,
  'id' | 'name' | 'label' | 'hint' | 'error' | 'autoFocus' | 'enterKeyHint'
> & {
  readonly locale: Locale;
  readonly autoComplete: 'current-password' | 'new-password';
  /** Of a new password, in characters. */
  readonly minimumLength?: number;
};

/** The password field. The password can be shown, and keyboards do not correct it. */
export function PasswordInput({ locale, minimumLength, ...input }: PasswordInputProps) {
  return (
    <LabeledInput
      type="password"
      autoCapitalize="none"
      spellCheck={false}
      required
      errorPrefix={translate(locale, 'shell.error_prefix')}
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
      {...(minimumLength !== undefined && passwordRules(minimumLength))}
      {...input}
    />
  );
}

/**
 * Tells browsers and password managers the rule for the password that they suggest, in the two ways that they understand
 * (ux §3.2). Our forms are sent whatever was typed, so this refuses nothing.
 */
function passwordRules(minimumLength: number) {
  return { minLength: minimumLength, passwordrules: `minlength: ${minimumLength}` };
}

type ShowPasswordProps = {
  /** The id of the password field. */
  readonly field: string;
  readonly show: { readonly text: string; readonly label: string };
  readonly hide: { readonly text: string; readonly label: string };
};

/** Shows and hides the text of a password field, if browser/show-password.ts runs. */
function ShowPassword({ field, show, hide }: ShowPasswordProps) {
  return (
    <button
      type="button"
      hidden
      aria-controls={field}
      aria-label={show.label}
      data-show-password
      data-hide-text={hide.text}
      data-hide-label={hide.label}
      className="absolute inset-e-0.5 inset-y-0.5 rounded-[calc(var(--radius)-2px)] px-3 font-medium text-muted-foreground text-sm hover:bg-muted hover:text-foreground focus-visible:-outline-offset-2"
    >
      {show.text}
    </button>
  );
}

/**
 * Tells a password manager which account a password belongs to if the page has no username field (ux §1.2.2).
 * @param name of the field, if the form sends it
 */
export function HiddenUsername({ username, name }: { readonly username: string; readonly name?: string }) {
  return (
    <input
      type="text"
      name={name}
      autoComplete="username"
      defaultValue={username}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
      className="sr-only"
    />
  );
}

/**
 * Why a new password is refused, in words.
 * @param minimum the minimum length
 */
export function refusedPassword(locale: Locale, problem: SetupProblem, minimum: number): string {
  if (problem !== 'password_too_short') return translate(locale, `setup.problem.${problem}`);
  return translate(locale, 'setup.problem.password_too_short', { minimum });
}
