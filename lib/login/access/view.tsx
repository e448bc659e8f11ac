import { AccountRow } from '#components/interaction/account-row';
import { HiddenInputs, PendingSubmit } from '#components/interaction/form-parts';
import { Shell, type ShellContext } from '#components/interaction/shell';
import { timeAgo } from '#components/interaction/time-ago';
import { Button } from '#components/ui/button';
import { LabeledTextArea } from '#components/ui/labeled-input';
import { AppLogo } from '#components/ui/monogram';
import { Heading, Message, TextLink } from '#components/ui/text';
import { maximumReason } from '#lib/access-requests/request-store';
import { displayText, visibleText } from '#lib/i18n/display-text';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import { definePage } from '../kit/view';
import { type NoAccessPage, readNoAccessPage } from './read';

export const noAccessPage = definePage({
  path: '/login/access',
  read: (context, asked) => readNoAccessPage(context, { ...asked, hasProblem: asked.one('problem') === 'reason' }),
  draw: (model, shell) => <NoAccessView {...shell} model={model} />,
  status: ({ isGranted }) => (isGranted ? 200 : 403),
});

type Part = { readonly locale: Locale; readonly model: NoAccessPage };

/** Why somebody who signed in goes no further, and whom to ask. It names no groups, roles or other people. */
export function NoAccessView({ model, ...shell }: ShellContext & { readonly model: NoAccessPage }) {
  const { locale } = shell;
  const { client, user, isGranted } = model;
  const app = displayText(client?.name ?? '');
  return (
    <Shell {...shell} frame={model.frame} page="no-access" title={translate(locale, 'no_access.title', { app })}>
      <div className="grid gap-4">
        <AppLogo name={app} logo={client?.logo ?? null} />
        {isGranted ? (
          <Heading text={translate(locale, 'no_access.granted_text', { app })}>
            {translate(locale, 'no_access.granted')}
          </Heading>
        ) : (
          <Heading text={translate(locale, 'no_access.text')}>
            {translate(locale, 'no_access.heading', { app })}
          </Heading>
        )}
      </div>
      <AccountRow label={translate(locale, 'label.signed_in_as')} username={user.username} name={user.name} />
      {!isGranted && <WhomToAsk locale={locale} model={model} />}
      {model.asking?.mayAsk && <RequestForm locale={locale} model={model} asking={model.asking} />}
      <form method="post" action="/login/access/submit" className="grid gap-3">
        <HiddenInputs form={model.form} />
        <Button variant={model.asking?.mayAsk ? 'secondary' : 'primary'} name="decision" value="continue">
          {translate(locale, isGranted ? 'action.continue' : 'no_access.try_again')}
        </Button>
        {!isGranted && <OtherWays locale={locale} model={model} app={app} />}
        <PendingSubmit message={translate(locale, 'action.pending')} />
      </form>
    </Shell>
  );
}

function OtherWays({ locale, model, app }: Part & { readonly app: string }) {
  return (
    <>
      {model.canChange && (
        <Button name="decision" value="other_account">
          {translate(locale, 'action.other_account')}
        </Button>
      )}
      <Button variant="quiet" name="decision" value="cancel">
        {model.cancelReturns ? translate(locale, 'no_access.return', { app }) : translate(locale, 'action.cancel')}
      </Button>
    </>
  );
}

function RequestForm({ locale, model, asking }: Part & { readonly asking: NonNullable<NoAccessPage['asking']> }) {
  return (
    <form method="post" action="/login/access/submit" className="grid gap-3">
      <HiddenInputs form={model.form} />
      <input type="hidden" name="person" value={asking.person} />
      <LabeledTextArea
        id="reason"
        name="reason"
        label={translate(locale, 'label.reason_optional')}
        maxLength={maximumReason}
        error={asking.hasProblem ? translate(locale, 'no_access.reason_problem') : undefined}
        errorPrefix={translate(locale, 'shell.error_prefix')}
      />
      <Button variant="primary" name="decision" value="request">
        {translate(locale, 'no_access.request')}
      </Button>
      <PendingSubmit message={translate(locale, 'action.pending')} />
    </form>
  );
}

/** What became of the person's request. */
function Answer({ locale, asking }: { readonly locale: Locale; readonly asking: NoAccessPage['asking'] }) {
  const { newest, askedSeconds } = asking ?? { newest: null, askedSeconds: 0 };
  if (newest?.state === 'pending') {
    const ago = timeAgo(locale, askedSeconds);
    return (
      <p role="status">
        {askedSeconds < 60 ? translate(locale, 'no_access.asked_now') : translate(locale, 'no_access.asked', { ago })}
      </p>
    );
  }
  if (newest?.state !== 'declined' || newest.decidedAt === null) return null;
  const date = formatDay(locale, newest.decidedAt);
  if (newest.note === null) return <p>{translate(locale, 'no_access.declined', { date })}</p>;
  return <p>{translate(locale, 'no_access.declined_reason', { date, reason: visibleText(newest.note) })}</p>;
}

function WhomToAsk({ locale, model }: Part) {
  const { endedAt } = model;
  return (
    <div className="grid gap-1">
      {endedAt !== null && <p>{translate(locale, 'no_access.ended', { date: formatDay(locale, endedAt) })}</p>}
      <Answer locale={locale} asking={model.asking} />
      <Contact locale={locale} model={model} />
    </div>
  );
}

function Contact({ locale, model: { contact, supportAddress } }: Part) {
  if (contact === 'support') {
    return (
      <p>
        <TextLink href={supportAddress ?? ''} rel="noreferrer">
          {translate(locale, 'no_access.ask_support')}
        </TextLink>
      </p>
    );
  }
  if (contact === null) return <p>{translate(locale, 'no_access.ask_operators')}</p>;
  const text = displayText(contact.text);
  const shown =
    contact.href === null ? (
      <strong className="font-semibold">{text}</strong>
    ) : (
      <TextLink href={contact.href} rel="noreferrer" className="-my-2.5">
        {text}
      </TextLink>
    );
  return (
    <p>
      <Message locale={locale} id="no_access.ask" values={{ contact: shown }} />
    </p>
  );
}

/** The day in UTC, as administrators enter it. */
function formatDay(locale: Locale, day: Date): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(day);
}
