import { Shell, type ShellContext } from '#components/interaction/shell';
import { ButtonLink } from '#components/ui/button';
import { displayText } from '#lib/i18n/display-text';
import { directionOf, type Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import type { ListedMail, OutboxPage } from '#lib/mail/read-outbox';
import { Heading, TextLink } from '../ui/text';

type OutboxViewProps = ShellContext & { readonly model: OutboxPage; readonly issuer: string };

/** The mails of a server without SMTP: a list, or one mail with working links. */
export function OutboxView({ model, issuer, ...shell }: OutboxViewProps) {
  const { locale } = shell;
  const title = translate(locale, 'outbox.title');
  if (model.mail !== null) {
    return (
      <Shell {...shell} page="outbox" title={model.mail.title}>
        <OpenMail locale={locale} mail={model.mail} issuer={issuer} />
        <ButtonLink variant="secondary" href="/outbox">
          {translate(locale, 'outbox.all')}
        </ButtonLink>
      </Shell>
    );
  }
  return (
    <Shell {...shell} page="outbox" title={title}>
      <Heading text={translate(locale, 'outbox.text', { folder: model.folder })}>{title}</Heading>
      {model.mails.length === 0 ? (
        <p className="text-muted-foreground">{translate(locale, 'outbox.empty')}</p>
      ) : (
        <MailList locale={locale} mails={model.mails} />
      )}
    </Shell>
  );
}

function MailList({ locale, mails }: { readonly locale: Locale; readonly mails: readonly ListedMail[] }) {
  return (
    <ul className="grid divide-y divide-border">
      {mails.map((mail) => (
        <li key={mail.name} data-mail={mail.name} className="grid gap-1 py-3">
          <TextLink href={`/outbox?mail=${encodeURIComponent(mail.name)}`} className="flex font-medium">
            <bdi>{displayText(mail.title)}</bdi>
          </TextLink>
          <MailFacts locale={locale} mail={mail} />
        </li>
      ))}
    </ul>
  );
}

function MailFacts({ locale, mail }: { readonly locale: Locale; readonly mail: ListedMail }) {
  const { writtenAt, to } = mail;
  return (
    <p className="text-muted-foreground text-sm [overflow-wrap:anywhere]">
      {translate(locale, 'outbox.to', { address: displayText(to) })}
      <br />
      <time dateTime={writtenAt.toISOString()}>
        {new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'long', timeZone: 'UTC' }).format(writtenAt)}
      </time>
    </p>
  );
}

type OpenMailProps = Pick<OutboxViewProps, 'issuer'> & {
  readonly locale: Locale;
  readonly mail: NonNullable<OutboxPage['mail']>;
};

function OpenMail({ locale, mail, issuer }: OpenMailProps) {
  const { language, lines, title } = mail;
  return (
    <>
      <Heading>
        <bdi lang={language}>{displayText(title)}</bdi>
      </Heading>
      <MailFacts locale={locale} mail={mail} />
      <div lang={language} dir={directionOf(language)} className="whitespace-pre-wrap [overflow-wrap:anywhere]">
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a mail never change
          <Line key={index} line={line} issuer={issuer} />
        ))}
      </div>
    </>
  );
}

/** One line of a mail. An address on this server becomes a link. */
function Line({ line, issuer }: Pick<OutboxViewProps, 'issuer'> & { readonly line: string }) {
  if (!line.startsWith(`${issuer}/`)) return `${line}\n`;
  return (
    <TextLink href={line} dir="ltr" className="flex">
      {line}
    </TextLink>
  );
}
