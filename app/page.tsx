import { StartView } from '#components/interaction/start-view';
import { findDemoClient } from '#lib/demo/relying-party';
import { pageContext } from '#lib/next/page-context';
import { pageLocale } from '#lib/next/page-locale';

export const dynamic = 'force-dynamic';

export default async function StartRoute() {
  const context = await pageContext();
  const { host } = new URL(context.settings.issuer);
  return <StartView locale={await pageLocale()} host={host} hasDemo={findDemoClient(context) !== null} />;
}
