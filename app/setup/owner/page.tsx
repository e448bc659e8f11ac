import { OwnerView } from '#components/setup/owner-view';
import { readOwnerPage } from '#lib/login/setup-owner';
import { readPage } from '#lib/next/read-page';
import { setStatus } from '#lib/next/set-status';
import { showProblem } from '../../(interaction)/show-problem';

export const dynamic = 'force-dynamic';

type Query = Promise<Readonly<Record<string, string | string[] | undefined>>>;

export default async function SetupOwnerRoute({ searchParams }: { readonly searchParams: Query }) {
  const singles = Object.entries(await searchParams).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value]] : [],
  );
  const { model, ...shell } = await readPage((context) => readOwnerPage(context, Object.fromEntries(singles)));
  if (model.page === 'problem') return showProblem(model, shell);
  if (model.page === 'setup-owner-invalid') setStatus(410);
  return <OwnerView model={model} host={shell.host} />;
}
