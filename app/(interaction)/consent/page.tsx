import { redirect } from 'next/navigation';
import { ConsentView } from '#components/interaction/consent-view';
import { readConsentPage } from '#lib/login/read-consent-page';
import { pageLocale } from '#lib/next/page-locale';
import { readPage } from '#lib/next/read-page';
import { pageInput, type Query } from '../page-input';
import { showProblem } from '../show-problem';

export const dynamic = 'force-dynamic';

export default async function ConsentRoute({ searchParams }: { readonly searchParams: Query }) {
  const input = await pageInput(searchParams);
  const { model, ...shell } = await readPage((context) => readConsentPage(context, input));
  if (model.page === 'redirect') redirect(model.location);
  if (model.page === 'problem') return showProblem(model, shell);
  return <ConsentView locale={await pageLocale()} model={model} {...shell} />;
}
