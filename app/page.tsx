import { headers } from 'next/headers';
import { StartView } from '#components/interaction/start-view';
import { readStartPage } from '#lib/account/read-start-page';
import { pageLocale } from '#lib/next/page-locale';
import { readPage } from '#lib/next/read-page';
import { showProblem } from './(interaction)/show-problem';

export const dynamic = 'force-dynamic';

export default async function StartRoute() {
  const cookieHeader = (await headers()).get('cookie') ?? undefined;
  const { model, ...shell } = await readPage((context) => readStartPage(context, cookieHeader));
  if (model.page === 'problem') return showProblem(model, shell);
  return <StartView locale={await pageLocale()} model={model} {...shell} />;
}
