import { OwnerView } from '#components/setup/owner-view';
import { readOwnerPage } from '#lib/login/setup-owner';
import { pageContext } from '#lib/next/page-context';
import { setStatus } from '#lib/next/set-status';

export const dynamic = 'force-dynamic';

type Query = Promise<Readonly<Record<string, string | string[] | undefined>>>;

export default async function SetupOwnerRoute({ searchParams }: { readonly searchParams: Query }) {
  const context = await pageContext();
  const singles = Object.entries(await searchParams).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value]] : [],
  );
  const model = await readOwnerPage(context, Object.fromEntries(singles));
  if (model.page === 'setup-owner-invalid') setStatus(410);
  return <OwnerView model={model} host={new URL(context.settings.issuer).host} />;
}
