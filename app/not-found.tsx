import { MessageView } from '#components/interaction/message-view';
import { chooseLocale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';

export default function NotFound() {
  const locale = chooseLocale();
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
