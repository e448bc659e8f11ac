import { redirect } from 'next/navigation';
import { ConsentView } from '#components/interaction/consent-view';
import { chooseLocale } from '#lib/i18n/locales';
import { readConsentPage } from '#lib/login/read-consent-page';
import { pageContext } from '#lib/next/page-context';
import { pageInput, type Query } from '../page-input';
import { showProblem } from '../show-problem';

export const dynamic = 'force-dynamic';

export default async function ConsentRoute({ searchParams }: { readonly searchParams: Query }) {
  const context = await pageContext();
  const { host } = new URL(context.settings.issuer);
  const model = await readConsentPage(context, await pageInput(searchParams));
  if (model.page === 'redirect') redirect(model.location);
  if (model.page === 'problem') return showProblem(model, host);
  return <ConsentView locale={chooseLocale()} model={model} host={host} />;
}
