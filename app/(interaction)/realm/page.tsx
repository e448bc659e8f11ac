import { RealmView } from '#components/interaction/realm-view';
import { readRealmPage } from '#lib/login/read-realm-page';
import { pageLocale } from '#lib/next/page-locale';
import { readPage } from '#lib/next/read-page';
import { pageInput, type Query } from '../page-input';
import { showProblem } from '../show-problem';

export const dynamic = 'force-dynamic';

export default async function RealmRoute({ searchParams }: { readonly searchParams: Query }) {
  const { search } = await searchParams;
  const input = { ...(await pageInput(searchParams)), search: typeof search === 'string' ? search : null };
  const { model, ...shell } = await readPage((context) => readRealmPage(context, input));
  if (model.page === 'problem') return showProblem(model, shell);
  return <RealmView locale={await pageLocale()} model={model} {...shell} />;
}
