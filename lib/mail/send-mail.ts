import type { Settings } from '#lib/settings/settings';
import { composeMail } from './compose-mail';
import type { Mail } from './mail';
import { MailError } from './mail-error';
import type { MailLook } from './mail-look';
import { mailTransport } from './mail-transport';
import { outboxFolder, writeToOutbox } from './outbox-folder';
import { type SmtpLimits, sendBySmtp, smtpLimits } from './send-by-smtp';

type Sending = {
  readonly id: string;
  readonly writtenAt: Date;
  readonly look: MailLook;
  readonly settings: Pick<Settings, 'issuer' | 'localhost' | 'dataFolder' | 'smtp' | 'mailFrom' | 'geoipFile'>;
  readonly limits?: SmtpLimits;
};

/**
 * Sends a mail at once: by SMTP, or into the folder `outbox`.
 * @returns the server's reply, or the path of the file
 * @throws MailError if the server does not accept it, or if there is no way to send
 */
export async function sendMail(mail: Mail, { limits = smtpLimits, ...sending }: Sending): Promise<string> {
  const { settings, writtenAt } = sending;
  const composed = composeMail(mail, sending);
  if (settings.smtp !== null) return sendBySmtp(settings.smtp, composed, limits);
  if (mailTransport(settings) === 'none') throw new MailError('ENOTSETUP', 'SMTP_URL is not set');
  const folder = outboxFolder(settings.dataFolder);
  return `${folder}/${await writeToOutbox(folder, composed, { kind: mail.kind, writtenAt })}`;
}
