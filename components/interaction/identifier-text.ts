import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import type { IdentifierKind } from '#lib/vocabulary/identifier-kinds';

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
