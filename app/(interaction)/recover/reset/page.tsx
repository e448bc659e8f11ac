import { ResetView } from '#components/recovery/reset-view';
import { readResetPage } from '#lib/account/recovery/read-reset-page';
import { pageLocale } from '#lib/next/page-locale';
import { readPage } from '#lib/next/read-page';
import { setStatus } from '#lib/next/set-status';
import { oneValue } from '../../one-value';
import type { Query } from '../../page-input';
import { showProblem } from '../../show-problem';

export const dynamic = 'force-dynamic';

export default async function ResetRoute({ searchParams }: { readonly searchParams: Query }) {
  const { token, problem, done, method } = await searchParams;
  const input = { token: oneValue(token), problem: oneValue(problem), done: done === '1', method: oneValue(method) };
  const { model, ...shell } = await readPage((context) => readResetPage(context, input));
  if (model.page === 'problem') return showProblem(model, shell);
  if (model.page === 'recover-invalid') setStatus(410);
  return <ResetView locale={await pageLocale()} model={model} {...shell} />;
}
