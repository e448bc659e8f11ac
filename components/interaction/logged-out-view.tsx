import { translate } from '#lib/i18n/translate';
import { MessageView } from './message-view';
import type { ShellContext } from './shell';

/** The end of a session, and the same page for someone who had none. */
export function LoggedOutView(shell: ShellContext) {
  const { locale } = shell;
  return (
    <MessageView
      {...shell}
      page="logged-out"
      title={translate(locale, 'logged_out.title')}
      heading={translate(locale, 'logged_out.heading')}
      text={translate(locale, 'logged_out.text')}
      link={{ text: translate(locale, 'logged_out.home'), href: '/' }}
    />
  );
}
