import type { SendMailOptions } from 'nodemailer';
import { mailHtml } from '#lib/http/html';
import { translate } from '#lib/i18n/translate';
import type { Settings } from '#lib/settings/settings';
import { productName } from '#lib/theme/brand';
import { withAsciiDomain } from '#lib/vocabulary/email';
import type { Mail } from './mail';
import type { MailLook, MailPage } from './mail-page';
import { mailWords } from './mail-words';

type Composing = {
  /** The first part of the Message-ID. It is the same for every attempt. */
  readonly id: string;
  readonly writtenAt: Date;
  readonly look: MailLook;
  readonly settings: Pick<Settings, 'issuer' | 'mailFrom' | 'geoipFile'>;
};

/**
 * A mail in the form of the mail library: text and HTML, and the logo inside the mail. Names are passed as separate
 * data and never as part of a header line, so a line break in them cannot begin another header (security #151).
 */
export function composeMail(mail: Mail, { id, writtenAt, look, settings }: Composing): SendMailOptions {
  const { issuer, mailFrom, geoipFile } = settings;
  const sender = look.name ?? mailFrom.name ?? productName;
  const page = mailWords(mail, { issuer, sender, writtenAt, geoipFile });
  const domain = mailFrom.address.slice(mailFrom.address.indexOf('@') + 1);
  const logoId = `logo.${id}@${domain}`;
  const mailStyle = { sender, colors: look.colors, logo: look.logo === null ? null : logoId };
  return {
    messageId: `<${id}@${domain}>`,
    date: writtenAt,
    from: { name: sender, address: mailFrom.address },
    // Not every mail server takes a domain in Unicode (RFC 6531), and DNS knows it in ASCII.
    to: { name: '', address: withAsciiDomain(mail.to) ?? mail.to },
    subject: page.title.replace(/[\u2066-\u2069]/g, ''),
    text: mailText(page),
    html: mailHtml(page, mailStyle),
    // RFC 3834 §5: suppresses automatic replies.
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': mail.locale },
    attachments:
      look.logo === null
        ? []
        : [
            {
              filename: 'logo.png',
              contentType: 'image/png',
              content: look.logo,
              cid: logoId,
              contentDisposition: 'inline',
            },
          ],
  };
}

/** The plain text form of a mail. A link is on its own line, so that every mail program finds its end. */
function mailText(page: MailPage): string {
  const { locale, title, text, code, facts, action, notes, foot } = page;
  const blocks = [
    title,
    text,
    code,
    facts.map(({ label, value }) => translate(locale, 'mail.fact', { label, value })).join('\n'),
    action === null ? null : `${translate(locale, 'mail.link_line', { label: action.label })}\n${action.href}`,
    ...notes,
    `-- \n${foot}`,
  ];
  return `${blocks.filter((block) => block !== null && block !== '').join('\n\n')}\n`;
}
