import { redirect } from 'next/navigation';
import { CompleteView } from '#components/interaction/complete-view';
import { FederationFailureView } from '#components/interaction/federation-failure-view';
import { LinkView } from '#components/interaction/link-view';
import { readFederationPage } from '#lib/login/federation/read-page';
import { pageLocale } from '#lib/next/page-locale';
import { readPage } from '#lib/next/read-page';
import { setStatus } from '#lib/next/set-status';
import { pageInput, type Query } from '../page-input';
import { showProblem } from '../show-problem';

export const dynamic = 'force-dynamic';

/** The page that people see after signing in at a provider if data is missing or something went wrong. */
export default async function FederationRoute({ searchParams }: { readonly searchParams: Query }) {
  const input = await pageInput(searchParams);
  const { model, ...shell } = await readPage((context) => readFederationPage(context, input));
  const locale = await pageLocale();
  switch (model.page) {
    case 'redirect':
      return redirect(model.location);
    case 'problem':
      return showProblem(model, shell);
    case 'link':
      return <LinkView locale={locale} model={model} {...shell} />;
    case 'complete':
      return <CompleteView locale={locale} model={model} {...shell} />;
    case 'federation-failure':
      setStatus(model.status);
      return <FederationFailureView locale={locale} model={model} {...shell} />;
    default:
      return model satisfies never;
  }
}
