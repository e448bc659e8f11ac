import { redirect } from 'next/navigation';
import { LoginView } from '#components/interaction/login-view';
import { chooseLocale } from '#lib/i18n/locales';
import { readLoginPage } from '#lib/login/read-login-page';
import { pageContext } from '#lib/next/page-context';
import { pageInput, type Query } from '../page-input';
import { showProblem } from '../show-problem';

export const dynamic = 'force-dynamic';

export default async function LoginRoute({ searchParams }: { readonly searchParams: Query }) {
  const context = await pageContext();
  const { host } = new URL(context.settings.issuer);
  const model = await readLoginPage(context, await pageInput(searchParams));
  if (model.page === 'redirect') redirect(model.location);
  if (model.page === 'problem') return showProblem(model, host);
  return <LoginView locale={chooseLocale()} model={model} host={host} />;
}
