import { ProblemView } from '#components/interaction/problem-view';
import { chooseLocale } from '#lib/i18n/locales';
import type { ProblemPage } from '#lib/login/page-models';
import { setStatus } from '#lib/next/set-status';

/** The problem view under its own status. */
export function showProblem(problem: ProblemPage, host: string) {
  setStatus(problem.status);
  return <ProblemView locale={chooseLocale()} model={problem} host={host} />;
}
