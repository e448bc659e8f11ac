import { translate } from '#lib/i18n/translate';
import type { MailPage } from './mail-page';

/** The plain text form of a mail. A link is on its own line, so that every mail program finds its end. */
export function mailText(page: MailPage): string {
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
