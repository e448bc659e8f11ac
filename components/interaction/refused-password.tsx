import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import type { SetupProblem } from '#lib/login/setup-password';

/**
 * Why a new password is refused, in words.
 * @param minimum the minimum length
 */
export function refusedPassword(locale: Locale, problem: SetupProblem, minimum: number): string {
  if (problem !== 'password_too_short') return translate(locale, `setup.problem.${problem}`);
  return translate(locale, 'setup.problem.password_too_short', { minimum });
}
