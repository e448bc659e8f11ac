import { displayText } from '#lib/i18n/display-text';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import { isPasskeyProblem } from '#lib/login/passkey/passkey-page-problem';
import type { LoginPage } from '#lib/login/read-login-page';
import type { IdentifierKind } from '#lib/vocabulary/identifier-kinds';

export const usernameField = 'username';
export const passwordField = 'current-password';

/** A refused sign-in in words, and the id of the field to correct, if there is one. */
type LoginProblemText = { readonly text: string; readonly field?: string };

/** The properties of the views of the fields and of each sign-in method. */
export type SignInPartProps = {
  readonly locale: Locale;
  readonly model: LoginPage;
  readonly problem: LoginProblemText | null;
};

/** The problem of the last attempt, or null. */
export function loginProblem(locale: Locale, model: LoginPage): LoginProblemText | null {
  if (model.problem === null) return null;
  const text = problemText(locale, model, model.problem);
  const field = model.ask !== null ? problemField(model.problem, model.reauthenticate) : null;
  return field === null ? { text } : { text, field };
}

function problemText(locale: Locale, model: LoginPage, problem: NonNullable<LoginPage['problem']>): string {
  if (problem === 'missing_username' || problem === 'invalid_credentials') {
    return identifierProblem(locale, problem, model.identifiers);
  }
  if (isPasskeyProblem(problem)) return translate(locale, `passkey.problem.${problem}`);
  if (problem !== 'wrong_account') return translate(locale, `login.problem.${problem}`);
  if (!model.client) return translate(locale, 'login.problem.wrong_account_portal');
  return translate(locale, 'login.problem.wrong_account', { app: displayText(model.client.name) });
}

function problemField(problem: NonNullable<LoginPage['problem']>, reauthenticate: boolean): string | null {
  switch (problem) {
    case 'missing_username':
    case 'wrong_account':
    case 'wrong_tenant':
      return reauthenticate ? null : usernameField;
    case 'missing_password':
    case 'invalid_credentials':
      return passwordField;
    case 'busy':
    case 'too_many_codes':
    case 'code_over':
    case 'passkey_unknown':
    case 'passkey_refused':
    case 'passkey_expired':
    case 'passkey_copied':
      return null;
    default:
      return problem satisfies never;
  }
}

type Kinds = readonly IdentifierKind[];

/** The label of the identifier field. */
export function identifierLabel(locale: Locale, kinds: Kinds): string {
  if (!kinds.includes('email')) return translate(locale, 'login.username');
  return translate(locale, kinds.includes('username') ? 'identifier.either' : 'identifier.email');
}

/** The problem of an empty field, or of a wrong password. */
export function identifierProblem(
  locale: Locale,
  problem: 'missing_username' | 'invalid_credentials',
  kinds: Kinds,
): string {
  const isEither = kinds.includes('username');
  if (!kinds.includes('email')) return translate(locale, `login.problem.${problem}`);
  if (problem === 'missing_username') {
    return translate(locale, isEither ? 'identifier.missing_either' : 'identifier.missing_email');
  }
  return translate(locale, isEither ? 'login.problem.invalid_credentials' : 'identifier.incorrect_email');
}
