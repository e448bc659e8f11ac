import { MessageView } from '#components/interaction/problem-view';
import { translate } from '#lib/i18n/translate';
import { pageLocale } from '#lib/next/page-locale';

export default async function NotFound() {
  const locale = await pageLocale();
  return (
    <MessageView
      locale={locale}
      title={translate(locale, 'error.not_found.title')}
      heading={translate(locale, 'error.not_found.title')}
      text={translate(locale, 'error.not_found.text')}
      link={{ text: translate(locale, 'error.home'), href: '/' }}
    />
  );
}
