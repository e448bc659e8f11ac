import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import { MessageView } from './message-view';

/** The end of a session, and the same page for someone who had none. */
export function LoggedOutView({ locale, host }: { readonly locale: Locale; readonly host?: string }) {
  return (
    <MessageView
      locale={locale}
      page="logged-out"
      host={host}
      title={translate(locale, 'logged_out.title')}
      heading={translate(locale, 'logged_out.heading')}
      text={translate(locale, 'logged_out.text')}
      link={{ text: translate(locale, 'logged_out.home'), href: '/' }}
    />
  );
}
