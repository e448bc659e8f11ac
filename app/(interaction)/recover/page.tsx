import { RecoverView } from '#components/recovery/recover-view';
import { readRecoverPage } from '#lib/account/recovery/read-recover-page';
import { pageLocale } from '#lib/next/page-locale';
import { readPage } from '#lib/next/read-page';
import { oneValue } from '../one-value';
import { pageInput, type Query } from '../page-input';
import { showProblem } from '../show-problem';

export const dynamic = 'force-dynamic';

export default async function RecoverRoute({ searchParams }: { readonly searchParams: Query }) {
  const input = await pageInput(searchParams);
  const { sent, problem } = await searchParams;
  const asked = { ...input, sent: sent === '1', problem: oneValue(problem) };
  const { model, ...shell } = await readPage((context) => readRecoverPage(context, asked));
  if (model.page === 'problem') return showProblem(model, shell);
  return <RecoverView locale={await pageLocale()} model={model} {...shell} />;
}
