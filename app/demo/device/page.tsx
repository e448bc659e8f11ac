import { headers } from 'next/headers';
import { DeviceDemoView } from '#components/demo/device-demo-view';
import { readDeviceDemo } from '#lib/demo/device/read-device-demo';
import { pageContext } from '#lib/next/page-context';
import { pageLocale } from '#lib/next/page-locale';
import { unknownPage } from '#lib/next/unknown-page';

export const dynamic = 'force-dynamic';

export default async function DeviceDemoRoute() {
  const cookieHeader = (await headers()).get('cookie') ?? undefined;
  const model = await readDeviceDemo(await pageContext(), cookieHeader);
  if (model === null) return unknownPage();
  return <DeviceDemoView locale={await pageLocale()} model={model} />;
}
