import { ProblemView } from '#components/interaction/problem-view';
import type { ShellContext } from '#components/interaction/shell';
import type { ProblemPage } from '#lib/login/problem-page';
import { pageLocale } from '#lib/next/page-locale';
import { setStatus } from '#lib/next/set-status';

/** Shows the problem view with its status. */
export async function showProblem(problem: ProblemPage, shell: Omit<ShellContext, 'locale'>) {
  setStatus(problem.status);
  return <ProblemView locale={await pageLocale()} model={problem} {...shell} />;
}
