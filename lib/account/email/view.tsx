import { AccountRow } from '#components/interaction/account-row';
import { PendingSubmit } from '#components/interaction/form-parts';
import { MessageView } from '#components/interaction/problem-view';
import { Shell, type ShellContext } from '#components/interaction/shell';
import { Badge } from '#components/ui/badge';
import { Button } from '#components/ui/button';
import { LabeledInput } from '#components/ui/labeled-input';
import { Notice } from '#components/ui/notice';
import { Heading, Message, Name } from '#components/ui/text';
import { displayText } from '#lib/i18n/display-text';
import { translate } from '#lib/i18n/translate';
import { definePage } from '#views/login/kit/view';
import { AccountForm, type AccountPage, errorOf, SaveButton, type Shown, SummaryList, SummaryRow } from '../kit/view';
import { type EmailPage, readEmail } from './change-email';
import { type LinkForm, type MailedLinkPage, readUndoPage, readVerifyPage } from './link-pages';

export const emailPages: readonly AccountPage[] = [
  {
    path: 'email',
    page: 'account-email',
    section: 'profile',
    title: 'account.email.title',
    text: 'account.email.text',
    fresh: true,
    render: async ({ context, session, ...shown }) => ({
      body: <EmailView {...shown} model={await readEmail(session.user, context)} />,
    }),
  },
];

export const mailedLinkPages = [
  definePage({
    path: '/verify',
    read: (context, { one }) => readVerifyPage(context, { token: one('token'), done: one('done') }),
    status: ({ page }) => (page === 'verify-invalid' ? 410 : 200),
    draw: (model, shell) => <MailedLinkView {...shell} model={model} />,
  }),
  definePage({
    path: '/undo',
    read: (context, { one }) => readUndoPage(context, { token: one('token'), done: one('done') }),
    status: ({ page }) => (page === 'undo-invalid' ? 410 : 200),
    draw: (model, shell) => <MailedLinkView {...shell} model={model} />,
  }),
];

type EmailViewProps = Shown<'form'> & { readonly model: EmailPage };

/** The email address, a pending change that must be confirmed with a link, and a form for a new address. */
function EmailView({ locale, form, model }: EmailViewProps) {
  const { email, isVerified, waiting, managedBy } = model;
  return (
    <div className="grid gap-6">
      <SummaryList>
        <SummaryRow label={translate(locale, 'account.email.current')}>
          <span className="flex flex-wrap items-center gap-2">
            {email === null ? (
              <Badge>{translate(locale, 'account.state.not_set')}</Badge>
            ) : (
              <Name>{displayText(email)}</Name>
            )}
            {email !== null && !isVerified && (
              <Badge tone="warning">{translate(locale, 'account.state.unverified')}</Badge>
            )}
          </span>
        </SummaryRow>
      </SummaryList>
      {waiting !== null && (
        <Notice>
          <Message
            locale={locale}
            id="account.email.waiting"
            values={{ email: <strong>{displayText(waiting)}</strong> }}
          />
        </Notice>
      )}
      {managedBy === null ? (
        <EmailForms locale={locale} form={form} model={model} />
      ) : (
        <p>{translate(locale, 'account.state.managed_text', { provider: managedBy })}</p>
      )}
    </div>
  );
}

function EmailForms({ locale, form, model: { email, isVerified, waiting } }: EmailViewProps) {
  return (
    <>
      {(waiting !== null || (email !== null && !isVerified)) && (
        <AccountForm locale={locale} form={form} className="gap-3 sm:flex sm:flex-wrap">
          <Button variant="secondary" name="decision" value="resend" className="sm:w-fit">
            {translate(locale, waiting === null ? 'account.email.verify' : 'account.email.resend')}
          </Button>
          {waiting !== null && (
            <Button variant="quiet" name="decision" value="cancel_change" className="sm:w-fit">
              {translate(locale, 'account.email.cancel_change')}
            </Button>
          )}
        </AccountForm>
      )}
      <AccountForm locale={locale} form={form}>
        <LabeledInput
          id="email"
          name="email"
          type="email"
          label={translate(locale, 'account.email.new')}
          defaultValue={form.typed.email ?? ''}
          autoComplete="email"
          required
          {...errorOf({ locale, form }, 'email')}
        />
        <SaveButton>{translate(locale, 'action.send_link')}</SaveButton>
      </AccountForm>
    </>
  );
}

type LinkViewProps = ShellContext & { readonly model: MailedLinkPage };

/** The page of a mailed link: one button, then its result. Opening the page does not use up the link. */
function MailedLinkView({ model, ...shell }: LinkViewProps) {
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
  'verify-email': { title: 'verify.title', text: 'verify.text', button: 'action.verify' },
  'undo-email': { title: 'undo.title', text: 'undo.text', button: 'action.undo' },
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
