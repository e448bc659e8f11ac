import { AccountRow } from '#components/interaction/account-row';
import { PendingSubmit } from '#components/interaction/form-parts';
import { MessageView } from '#components/interaction/message-view';
import { Shell, type ShellContext } from '#components/interaction/shell';
import { Button } from '#components/ui/button';
import { Heading } from '#components/ui/heading';
import { Message } from '#components/ui/message';
import type { LinkForm, MailedLinkPage } from '#lib/account/email/link-pages';
import { displayText } from '#lib/i18n/display-text';
import { translate } from '#lib/i18n/translate';

type LinkViewProps = ShellContext & { readonly model: MailedLinkPage };

/** The page of a mailed link: one button, then its result. Opening the page does not use up the link. */
export function MailedLinkView({ model, ...shell }: LinkViewProps) {
  const { locale } = shell;
  if (model.page === 'verify-email' || model.page === 'undo-email') return <LinkButton model={model} {...shell} />;
  const words = endWords[model.page];
  return (
    <MessageView
      {...shell}
      frame={model.frame}
      page={model.page}
      title={translate(locale, words.heading)}
      heading={translate(locale, words.heading)}
      text={translate(locale, endText(model) ?? words.text)}
      link={{ text: translate(locale, 'link_page.account'), href: '/account' }}
    />
  );
}

/** Another result of the button, or null. */
function endText(model: MailedLinkPage) {
  if (model.page === 'undo-done' && model.isMailed) return 'undo.done.mailed' as const;
  return model.page === 'verify-done' && model.hasSignedOut ? ('verify.done.signed_out' as const) : null;
}

const endWords = {
  'verify-done': { heading: 'verify.done.heading', text: 'verify.done.text' },
  'verify-invalid': { heading: 'setup.invalid.heading', text: 'verify.invalid' },
  'undo-done': { heading: 'undo.done.heading', text: 'undo.done.text' },
  'undo-invalid': { heading: 'setup.invalid.heading', text: 'undo.invalid' },
} as const;

const formWords = {
  'verify-email': { title: 'verify.title', text: 'verify.text', button: 'verify.confirm' },
  'undo-email': { title: 'undo.title', text: 'undo.text', button: 'undo.confirm' },
} as const;

function LinkButton({ model, ...shell }: ShellContext & { readonly model: LinkForm }) {
  const { locale } = shell;
  const words = formWords[model.page];
  const text = model.isChange ? ('verify.text_change' as const) : words.text;
  const email = <bdi className="font-semibold text-foreground">{displayText(model.email)}</bdi>;
  return (
    <Shell {...shell} frame={model.frame} page={model.page} title={translate(locale, words.title)}>
      <Heading text={<Message locale={locale} id={text} values={{ email }} />}>
        {translate(locale, words.title)}
      </Heading>
      <form method="post" action={model.action} className="grid gap-6">
        <input type="hidden" name="token" value={model.token} />
        <AccountRow label={translate(locale, 'setup.account')} username={model.username} name={null} />
        <Button variant="primary" name="decision" value="continue">
          {translate(locale, words.button)}
        </Button>
        <PendingSubmit message={translate(locale, 'setup.pending')} />
      </form>
    </Shell>
  );
}
