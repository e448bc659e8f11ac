import { redirect } from 'next/navigation';
import { SignUpView } from '#components/interaction/sign-up-view';
import { readSignUpPage } from '#lib/login/read-sign-up-page';
import { pageLocale } from '#lib/next/page-locale';
import { readPage } from '#lib/next/read-page';
import { pageInput, type Query } from '../page-input';
import { showProblem } from '../show-problem';

export const dynamic = 'force-dynamic';

export default async function SignUpRoute({ searchParams }: { readonly searchParams: Query }) {
  const input = await pageInput(searchParams);
  const { model, ...shell } = await readPage((context) => readSignUpPage(context, input));
  if (model.page === 'redirect') redirect(model.location);
  if (model.page === 'problem') return showProblem(model, shell);
  return <SignUpView locale={await pageLocale()} model={model} {...shell} />;
}
