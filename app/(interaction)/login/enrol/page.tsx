import { redirect } from 'next/navigation';
import { EnrolView } from '#components/interaction/enrol-view';
import { readEnrolPage } from '#lib/login/read-enrol-page';
import { pageLocale } from '#lib/next/page-locale';
import { readPage } from '#lib/next/read-page';
import { pageInput, type Query } from '../../page-input';
import { showProblem } from '../../show-problem';

export const dynamic = 'force-dynamic';

export default async function EnrolRoute({ searchParams }: { readonly searchParams: Query }) {
  const input = await pageInput(searchParams);
  const { factor, setup } = await searchParams;
  const single = (value: string | string[] | undefined) => (typeof value === 'string' ? value : null);
  const wanted = { ...input, factor: single(factor), setup: single(setup) };
  const { model, ...shell } = await readPage((context) => readEnrolPage(context, wanted));
  if (model.page === 'redirect') redirect(model.location);
  if (model.page === 'problem') return showProblem(model, shell);
  return <EnrolView locale={await pageLocale()} model={model} {...shell} />;
}
