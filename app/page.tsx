import { StartView } from '#components/interaction/start-view';
import { findDemoClient } from '#lib/demo/relying-party';
import { chooseLocale } from '#lib/i18n/locales';
import { pageContext } from '#lib/next/page-context';

export const dynamic = 'force-dynamic';

export default async function StartRoute() {
  const context = await pageContext();
  const { host } = new URL(context.settings.issuer);
  return <StartView locale={chooseLocale()} host={host} hasDemo={findDemoClient(context) !== null} />;
}
