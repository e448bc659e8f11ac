import { MessageView } from '#components/interaction/message-view';
import { chooseLocale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';

export const dynamic = 'force-dynamic';

/** Says nothing that its address could choose. */
export default function ErrorRoute() {
  const locale = chooseLocale();
  return (
    <MessageView
      locale={locale}
      title={translate(locale, 'error.page_title')}
      heading={translate(locale, 'error.heading')}
      text={translate(locale, 'error.text')}
      link={{ text: translate(locale, 'error.home'), href: '/' }}
    />
  );
}
