import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import type { FactorPage } from '#lib/login/read-factor-page';

/** The problem of the answer in words, or null. */
export function factorProblem(
  locale: Locale,
  { problem, method }: Pick<FactorPage, 'problem' | 'method'>,
): string | null {
  const isRecovery = method === 'recovery';
  switch (problem) {
    case null:
      return null;
    case 'code_malformed':
      return translate(locale, isRecovery ? 'factor.problem.recovery_malformed' : 'factor.problem.code_malformed');
    case 'code_wrong':
      return translate(locale, isRecovery ? 'factor.problem.recovery_wrong' : 'factor.problem.code_wrong');
    case 'passkey_unknown':
    case 'passkey_refused':
    case 'passkey_expired':
    case 'passkey_copied':
      return translate(locale, `passkey.problem.${problem}`);
    default:
      return translate(locale, `factor.problem.${problem}`);
  }
}
