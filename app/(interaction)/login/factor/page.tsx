import { redirect } from 'next/navigation';
import { SecondFactorView } from '#components/interaction/second-factor-view';
import { readFactorPage } from '#lib/login/read-factor-page';
import { pageLocale } from '#lib/next/page-locale';
import { readPage } from '#lib/next/read-page';
import { pageInput, type Query } from '../../page-input';
import { showProblem } from '../../show-problem';

export const dynamic = 'force-dynamic';

export default async function FactorRoute({ searchParams }: { readonly searchParams: Query }) {
  const input = await pageInput(searchParams);
  const { method } = await searchParams;
  const wanted = { ...input, method: typeof method === 'string' ? method : null };
  const { model, ...shell } = await readPage((context) => readFactorPage(context, wanted));
  if (model.page === 'redirect') redirect(model.location);
  if (model.page === 'problem') return showProblem(model, shell);
  return <SecondFactorView locale={await pageLocale()} model={model} {...shell} />;
}
