import { ProblemView } from '#components/interaction/problem-view';
import type { ProblemPage } from '#lib/login/page-models';
import { pageLocale } from '#lib/next/page-locale';
import { setStatus } from '#lib/next/set-status';

/** The problem view under its own status. */
export async function showProblem(problem: ProblemPage, host: string) {
  setStatus(problem.status);
  return <ProblemView locale={await pageLocale()} model={problem} host={host} />;
}
