import type { Language } from '#lib/i18n/locales';
import { composeMail } from '#lib/mail/compose-mail';
import { mailKindNames } from '#lib/mail/mail-kinds';
import { portalLook } from '#lib/mail/mail-page';
import { sampleMail } from '#lib/testing/sample-mails';
import type { Walk } from '../walks';

const mailFrom = { name: null, address: 'signet@id.example' };
const settings = { issuer: 'https://id.example', mailFrom, geoipFile: null };
const writtenAt = new Date('2026-11-23T09:30:00Z');

/** Each kind of mail, as a mail program shows it. */
export async function walkMails({ page, take }: Pick<Walk, 'page' | 'take'>, locale: Language): Promise<void> {
  for (const kind of mailKindNames) {
    const { html } = composeMail(sampleMail(kind, locale), { id: 'a-mail', writtenAt, look: portalLook, settings });
    await page.setContent(String(html));
    await take(`mail-${kind.replaceAll('_', '-')}`);
  }
}
