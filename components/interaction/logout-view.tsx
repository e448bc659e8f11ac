import { Button, ButtonLink } from '#components/ui/button';
import { Heading } from '#components/ui/heading';
import { Message } from '#components/ui/message';
import { Monogram } from '#components/ui/monogram';
import { displayText } from '#lib/i18n/display-text';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import type { LogoutPage } from '#lib/login/page-models';
import { HiddenInputs } from './hidden-inputs';
import { PendingSubmit } from './pending-submit';
import { Shell, type ShellContext } from './shell';

type LogoutViewProps = ShellContext & { readonly model: LogoutPage };

/** Asks before it signs out, because anyone can send a person here. */
export function LogoutView({ model, ...shell }: LogoutViewProps) {
  const { locale } = shell;
  return (
    <Shell {...shell} frame={model.frame} page="logout" title={translate(locale, 'logout.title')}>
      <Heading text={<LogoutText locale={locale} usernames={model.usernames} />}>
        {translate(locale, 'logout.heading')}
      </Heading>
      {model.usernames.length > 1 && (
        <ul className="divide-y divide-border rounded-box border border-border font-semibold [overflow-wrap:anywhere]">
          {model.usernames.map((username) => (
            <li key={username} className="flex items-center gap-3 px-3.5 py-2.5">
              <Monogram name={displayText(username)} shape="person" />
              <bdi>{displayText(username)}</bdi>
            </li>
          ))}
        </ul>
      )}
      <form method="post" action="/logout/submit" className="grid gap-3">
        <HiddenInputs form={model.form} />
        {model.request !== null && <input type="hidden" name="request" value={model.request} />}
        <Button name="decision" value="sign_out">
          {translate(locale, 'logout.sign_out')}
        </Button>
        <ButtonLink variant="secondary" href="/">
          {translate(locale, 'logout.stay')}
        </ButtonLink>
        <PendingSubmit message={translate(locale, 'logout.pending')} />
      </form>
    </Shell>
  );
}

function LogoutText({ locale, usernames }: { readonly locale: Locale; readonly usernames: readonly string[] }) {
  const [only] = usernames;
  if (only === undefined || usernames.length > 1) return translate(locale, 'logout.text_many');
  const username = <strong className="font-semibold text-foreground">{displayText(only)}</strong>;
  return <Message locale={locale} id="logout.text" values={{ username }} />;
}
