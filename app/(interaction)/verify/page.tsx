import { MailedLinkView } from '#components/recovery/link-view';
import { readVerifyPage } from '#lib/account/email/link-pages';
import { pageLocale } from '#lib/next/page-locale';
import { readPage } from '#lib/next/read-page';
import { setStatus } from '#lib/next/set-status';
import { oneValue } from '../one-value';
import type { Query } from '../page-input';
import { showProblem } from '../show-problem';

export const dynamic = 'force-dynamic';

export default async function VerifyRoute({ searchParams }: { readonly searchParams: Query }) {
  const { token, done } = await searchParams;
  const input = { token: oneValue(token), done: oneValue(done) };
  const { model, ...shell } = await readPage((context) => readVerifyPage(context, input));
  if (model.page === 'problem') return showProblem(model, shell);
  if (model.page === 'verify-invalid') setStatus(410);
  return <MailedLinkView locale={await pageLocale()} model={model} {...shell} />;
}
