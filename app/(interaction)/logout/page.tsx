import { LoggedOutView } from '#components/interaction/logged-out-view';
import { LogoutView } from '#components/interaction/logout-view';
import { readLogoutPage } from '#lib/login/read-logout-page';
import { pageLocale } from '#lib/next/page-locale';
import { readPage } from '#lib/next/read-page';
import { pageInput, type Query } from '../page-input';
import { showProblem } from '../show-problem';

export const dynamic = 'force-dynamic';

/**
 * Asks signed-in people before signing them out. After the form, and for everybody else, it says that they are signed
 * out.
 */
export default async function LogoutRoute({ searchParams }: { readonly searchParams: Query }) {
  const { cookieHeader } = await pageInput(searchParams);
  const { request, problem } = await searchParams;
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  const input = { cookieHeader, request: text(request), problem: text(problem) };
  const { model, ...shell } = await readPage((context) => readLogoutPage(context, input));
  if (model.page === 'problem') return showProblem(model, shell);
  if (model.accounts.length === 0) return <LoggedOutView locale={await pageLocale()} {...shell} />;
  return <LogoutView locale={await pageLocale()} model={model} {...shell} />;
}
