import type { MasterSecret } from '#lib/crypto/master-secret';
import { open, rowAad, sealingKey } from '#lib/crypto/seal';
import type { Database } from '#lib/db/database';
import type { Logger } from '#lib/log/log';
import { metrics } from '#lib/metrics/metrics';
import type { Settings } from '#lib/settings/settings';
import { dayMs } from '#lib/vocabulary/time';
import { composeMail } from './compose-mail';
import { type Mail, mailTransport, parseMail } from './mail';
import type { MailLook } from './mail-page';
import { outboxFolder, writeToOutbox } from './outbox-folder';
import {
  claimMail,
  findDueMails,
  markMailDelivered,
  markMailFailed,
  postponeMail,
  readOutboxState,
  type WaitingMail,
} from './outbox-store';
import { describeMailProblem, isMailError, MailError, type SmtpLimits, sendBySmtp, smtpLimits } from './send-by-smtp';

export type Delivery = {
  readonly db: Database;
  readonly settings: Pick<Settings, 'issuer' | 'localhost' | 'dataFolder' | 'smtp' | 'mailFrom' | 'geoipFile'> & {
    readonly secret: MasterSecret;
  };
  readonly log: Pick<Logger, 'info' | 'warn'>;
  /** The look of a tenant, or the portal's own. */
  readonly lookOf: (tenant: string | null) => Promise<MailLook>;
  /** Read for every mail, because a server may be slow. */
  readonly clock: () => Date;
  readonly limits?: SmtpLimits;
};

/** The number of simultaneous connections. */
const batchSize = 4;
/** The maximum number of batches in one delivery. The rest waits for the next one. */
const maximumBatches = 100;

/** The pause after the first attempt, in seconds. It doubles with each further attempt, up to lastPauseSeconds. */
const firstPauseSeconds = 30;
const lastPauseSeconds = 4 * 3600;

/** A mail is given up after this time. */
const givenUpAfterMs = dayMs;

/** Delivered mails are kept without their content for this long, as a record of what was sent. */
const deliveredForMs = 7 * dayMs;

/**
 * A claim lasts this much longer than the longest attempt, so that no other process sends the same mail in the
 * meantime.
 */
const claimMarginMs = 30_000;

/**
 * Sends the mails that are due. Each one is claimed first, so several processes can do this at once. If a process dies
 * after the server accepted a mail, the next attempt sends it again with the same Message-ID.
 * @param signal ends the delivery after the current batch
 * @returns the number of attempts
 */
export async function deliverDueMails(delivery: Delivery, signal?: AbortSignal): Promise<number> {
  let total = 0;
  for (let batch = 0; batch < maximumBatches && !signal?.aborted; batch += 1) {
    const due = await findDueMails(delivery.db, delivery.clock(), {
      limit: batchSize,
      longestPauseMs: lastPauseSeconds * 1000,
    });
    const tried = await Promise.all(due.map((mail) => tryMail(mail, delivery)));
    total += tried.filter(Boolean).length;
    if (due.length < batchSize) break;
  }
  return total;
}

async function tryMail(row: WaitingMail, delivery: Delivery): Promise<boolean> {
  const { db, log, clock, limits = smtpLimits } = delivery;
  const { id, kind } = row;
  const until = new Date(clock().getTime() + limits.totalMs + claimMarginMs);
  if (!(await claimMail(db, row, until))) return false;
  const attempt = row.attempts + 1;
  const problem = await attemptMail(row, delivery);
  const now = clock();
  if (problem === null) {
    await markMailDelivered(db, id, now, new Date(now.getTime() + deliveredForMs));
    metrics().mails.inc({ kind, outcome: 'sent' });
    log.info({ event: 'mail', mail: id, kind, attempt }, 'mail sent');
    return true;
  }
  const end = row.createdAt.getTime() + givenUpAfterMs;
  if (now.getTime() >= end) {
    await markMailFailed(db, id, problem, now);
    metrics().mails.inc({ kind, outcome: 'failed' });
    log.warn({ event: 'mail', mail: id, kind, attempt, problem }, 'mail given up');
    return true;
  }
  await postponeMail(db, id, problem, new Date(Math.min(now.getTime() + pauseMs(attempt), end)));
  metrics().mails.inc({ kind, outcome: 'postponed' });
  log.warn({ event: 'mail', mail: id, kind, attempt, problem }, 'mail not sent yet');
  return true;
}

function pauseMs(attempt: number): number {
  return Math.min(firstPauseSeconds * 2 ** (attempt - 1), lastPauseSeconds) * 1000;
}

/** @returns null if the server accepted the mail, otherwise the problem */
async function attemptMail(row: WaitingMail, delivery: Delivery): Promise<string | null> {
  try {
    const mail = openMail(row, delivery.settings.secret);
    const look = await delivery.lookOf(mail.tenant);
    await sendMail(mail, { id: row.id, writtenAt: row.createdAt, look, ...delivery });
    return null;
  } catch (error) {
    if (isMailError(error)) return error.problem;
    delivery.log.warn({ err: error, event: 'mail', mail: row.id, kind: row.kind }, 'mail could not be made');
    return describeMailProblem(error);
  }
}

function openMail({ id, sealed }: WaitingMail, secret: MasterSecret): Mail {
  const content = open(sealingKey(secret), sealed ?? '', rowAad('OutboxMail', 'sealed', id));
  return parseMail(JSON.parse(content.toString()));
}

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

/** Sets the metrics of the waiting mails. */
export async function measureOutbox(db: Database, now: Date): Promise<void> {
  const { waiting, oldest } = await readOutboxState(db);
  metrics().mailsWaiting.set(waiting);
  metrics().oldestMail.set(oldest === null ? 0 : Math.max(0, (now.getTime() - oldest.getTime()) / 1000));
}
