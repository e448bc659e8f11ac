import { redirect } from 'next/navigation';
import { CodeView } from '#components/interaction/code-view';
import { readSignInCodePage } from '#lib/login/email-code/read-sign-in-code-page';
import { pageLocale } from '#lib/next/page-locale';
import { readPage } from '#lib/next/read-page';
import { pageInput, type Query } from '../../page-input';
import { showProblem } from '../../show-problem';

export const dynamic = 'force-dynamic';

export default async function SignInCodeRoute({ searchParams }: { readonly searchParams: Query }) {
  const input = await pageInput(searchParams);
  const { model, ...shell } = await readPage((context) => readSignInCodePage(context, input));
  if (model.page === 'redirect') redirect(model.location);
  if (model.page === 'problem') return showProblem(model, shell);
  return <CodeView locale={await pageLocale()} model={model} {...shell} />;
}
