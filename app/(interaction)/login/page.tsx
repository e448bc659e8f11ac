import { redirect } from 'next/navigation';
import { LoginView } from '#components/interaction/login-view';
import { chooseLocale } from '#lib/i18n/locales';
import { readLoginPage } from '#lib/login/read-login-page';
import { readPage } from '#lib/next/read-page';
import { pageInput, type Query } from '../page-input';
import { showProblem } from '../show-problem';

export const dynamic = 'force-dynamic';

export default async function LoginRoute({ searchParams }: { readonly searchParams: Query }) {
  const input = await pageInput(searchParams);
  const { host, model } = await readPage((context) => readLoginPage(context, input));
  if (model.page === 'redirect') redirect(model.location);
  if (model.page === 'problem') return showProblem(model, host);
  return <LoginView locale={chooseLocale()} model={model} host={host} />;
}
