import { Badge } from '#components/ui/badge';
import { Button } from '#components/ui/button';
import { LabeledInput } from '#components/ui/labeled-input';
import { Message } from '#components/ui/message';
import { Name } from '#components/ui/name';
import { Notice } from '#components/ui/notice';
import { displayText } from '#lib/i18n/display-text';
import { translate } from '#lib/i18n/translate';
import { AccountForm, type AccountPage, errorOf, SaveButton, type Shown, SummaryList, SummaryRow } from '../kit/view';
import { type EmailPage, readEmail } from './change-email';

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
        <SaveButton>{translate(locale, 'account.email.save')}</SaveButton>
      </AccountForm>
    </>
  );
}
