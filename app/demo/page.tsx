import { headers } from 'next/headers';
import { DemoView } from '#components/demo/demo-view';
import { readDemoPage } from '#lib/demo/read-demo-page';
import { pageContext } from '#lib/next/page-context';
import { pageLocale } from '#lib/next/page-locale';
import { unknownPage } from '#lib/next/unknown-page';

export const dynamic = 'force-dynamic';

export default async function DemoRoute() {
  const cookieHeader = (await headers()).get('cookie') ?? undefined;
  const model = await readDemoPage(await pageContext(), cookieHeader);
  if (model === null) return unknownPage();
  return <DemoView locale={await pageLocale()} model={model} />;
}
