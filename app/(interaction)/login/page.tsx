import { redirect } from 'next/navigation';
import { LoginView } from '#components/interaction/login-view';
import { readLoginPage } from '#lib/login/read-login-page';
import { pageLocale } from '#lib/next/page-locale';
import { readPage } from '#lib/next/read-page';
import { pageInput, type Query } from '../page-input';
import { showProblem } from '../show-problem';

export const dynamic = 'force-dynamic';

export default async function LoginRoute({ searchParams }: { readonly searchParams: Query }) {
  const { account, change } = await searchParams;
  const wish = account === 'choose' || account === 'new' ? account : null;
  const input = { ...(await pageInput(searchParams)), account: wish, change: change === '1' } as const;
  const { model, ...shell } = await readPage((context) => readLoginPage(context, input));
  if (model.page === 'redirect') redirect(model.location);
  if (model.page === 'problem') return showProblem(model, shell);
  return <LoginView locale={await pageLocale()} model={model} {...shell} />;
}
