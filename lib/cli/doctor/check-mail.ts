import type { Database } from '#lib/db/database';
import { mailTransport } from '#lib/mail/mail';
import { countFailedMails, readOutboxState } from '#lib/mail/outbox-store';
import type { Settings } from '#lib/settings/settings';
import { dayMs, minuteMs } from '#lib/vocabulary/time';
import { printable } from '../command';
import { type Finding, healthy, wrong } from './finding';

const subject = 'mail';

/** If a mail waits longer than this, somebody should look. */
const toleratedMinutes = 15;

type MailSettings = Pick<Settings, 'smtp' | 'localhost' | 'dataFolder'>;

/** Connects to the server of SMTP_URL and signs in, without sending anything. */
export async function checkMail({ smtp, localhost, dataFolder }: MailSettings): Promise<Finding> {
  if (smtp === null) {
    const isWritten = mailTransport({ smtp, localhost }) === 'outbox';
    if (isWritten) return healthy(subject, `SMTP_URL is not set, so emails are written to ${dataFolder}/outbox`);
    const advice = 'Set SMTP_URL and SIGNET_MAIL_FROM so that users can get links and codes.';
    return { ...healthy(subject, 'SMTP_URL is not set, so no emails can be sent'), advice };
  }
  const place = `${smtp.host}:${smtp.port}`;
  try {
    const { greetSmtp } = await import('#lib/mail/send-by-smtp');
    await greetSmtp(smtp);
    return healthy(subject, `connected to ${place}; to send a test email, run npm run signet -- mail test ADDRESS`);
  } catch (error) {
    const reason = error instanceof Error ? printable(error.message.split('\n')[0] ?? '') : 'unknown reason';
    return wrong(subject, `${place}: ${reason}`, 'Check SMTP_URL, and that this machine can connect to the server.');
  }
}

/**
 * Checks whether mails have been waiting for long, or were given up in the last day. A single address may be the
 * reason.
 */
export async function checkOutbox(db: Database, now: Date): Promise<Finding> {
  const { waiting, oldest, problem } = await readOutboxState(db);
  const failed = await countFailedMails(db, new Date(now.getTime() - dayMs));
  const minutes = oldest === null ? 0 : Math.floor((now.getTime() - oldest.getTime()) / minuteMs);
  const lines = failed.map(
    (group) => `${group.mails} could not be sent in the last 24 hours (${group.problem ?? 'unknown'})`,
  );
  if (minutes >= toleratedMinutes) {
    lines.unshift(`${waiting} waiting, the oldest for ${minutes} minutes (${problem ?? 'not tried yet'})`);
  }
  if (lines.length === 0) return healthy('outbox', waiting === 0 ? 'no emails waiting' : `${waiting} waiting`);
  const advice =
    'The log has a line with the event mail for each attempt. To test, run npm run signet -- mail test ADDRESS.';
  return { ...healthy('outbox', lines.join('; ')), advice };
}
