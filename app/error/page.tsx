import { MessageView } from '#components/interaction/problem-view';
import { translate } from '#lib/i18n/translate';
import { pageLocale } from '#lib/next/page-locale';
import { portalShell } from '#lib/next/read-page';

export const dynamic = 'force-dynamic';

/** Shows nothing from the query of its address. */
export default async function ErrorRoute() {
  const locale = await pageLocale();
  const shell = await portalShell();
  return (
    <MessageView
      {...shell}
      locale={locale}
      title={translate(locale, 'error.page_title')}
      heading={translate(locale, 'error.heading')}
      text={translate(locale, 'error.text')}
      link={{ text: translate(locale, 'error.home'), href: '/' }}
    />
  );
}
