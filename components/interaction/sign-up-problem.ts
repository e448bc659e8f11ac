import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import type { SignUpPage } from '#lib/login/read-sign-up-page';
import type { SignUpProblem } from '#lib/login/sign-up-input';

export type SignUpField = 'username' | 'name' | 'email' | 'new-password';

/** A refused account in words, and the id of the field to correct. */
type SignUpProblemText = { readonly text: string; readonly field: SignUpField };

const fields: Readonly<Record<SignUpProblem, SignUpField>> = {
  missing_username: 'username',
  username_invalid: 'username',
  username_taken: 'username',
  name_invalid: 'name',
  email_invalid: 'email',
  missing_email: 'email',
  email_needed: 'email',
  code_over: 'new-password',
  missing_password: 'new-password',
  password_too_short: 'new-password',
  password_too_long: 'new-password',
  password_contains_username: 'new-password',
  password_too_common: 'new-password',
  password_breached: 'new-password',
};

export function signUpProblem(locale: Locale, { problem, minimumLength }: SignUpPage): SignUpProblemText | null {
  return problem === null ? null : { text: problemText(locale, problem, minimumLength), field: fields[problem] };
}

function problemText(locale: Locale, problem: SignUpProblem, minimum: number): string {
  switch (problem) {
    case 'missing_username':
    case 'missing_password':
      return translate(locale, `login.problem.${problem}`);
    case 'password_too_short':
      return translate(locale, 'setup.problem.password_too_short', { minimum });
    case 'password_too_long':
    case 'password_too_common':
    case 'password_breached':
    case 'password_contains_username':
      return translate(locale, `setup.problem.${problem}`);
    default:
      return translate(locale, `sign_up.problem.${problem}`);
  }
}
