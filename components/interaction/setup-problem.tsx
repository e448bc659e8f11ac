import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import type { SetupForm, SetupProblem } from '#lib/login/setup-password';

/** A refused password in words, and the id of the field to mend. */
export type SetupProblemText = { readonly text: string; readonly field: 'new-password' | 'confirmation' };

export function setupProblem(locale: Locale, { problem, minimumLength }: SetupForm): SetupProblemText | null {
  if (problem === null) return null;
  return {
    text: problemText(locale, problem, minimumLength),
    field: problem === 'mismatch' ? 'confirmation' : 'new-password',
  };
}

function problemText(locale: Locale, problem: SetupProblem, minimumLength: number): string {
  if (problem !== 'password_too_short') return translate(locale, `setup.problem.${problem}`);
  return translate(locale, 'setup.problem.password_too_short', { minimum: minimumLength });
}
