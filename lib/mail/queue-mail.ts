import { keyedDigest, type MasterSecret } from '#lib/crypto/master-secret';
import { createId } from '#lib/crypto/random';
import { rowAad, seal, sealingKey } from '#lib/crypto/seal';
import type { Database, Transaction } from '#lib/db/database';
import { run } from '#lib/db/run';
import type { Step } from '#lib/db/step';
import { daySeconds, minuteMs } from '#lib/vocabulary/time';
import { type Mail, parseMail } from './mail';
import { isAlarm } from './mail-kinds';
import { insertMail, isMailNewer } from './outbox-store';

/** The job that sends mails. Wake it after the transaction that wrote them. */
export const mailJob = 'mail';

/** In seconds. A mail that was neither sent nor given up for this long belongs to a server that was off. */
const rowLifetimeSeconds = 30 * daySeconds;

type Writing = {
  readonly secret: MasterSecret;
  readonly now: Date;
  /** True for a decoy: it takes the same work and the same statements, but its row is never sent. */
  readonly isDecoy?: boolean;
};

/**
 * Writes a mail to the outbox in the transaction of the event, so that both happen or neither. An alarm that equals one
 * of the last minute (kind, address, content) is not written again.
 * @returns the ID, which is the first part of the Message-ID
 * @throws ZodError if the address or a value does not match lib/mail/mail-kinds.ts
 */
export async function queueMail(tx: Transaction, mail: Mail, writing: Writing): Promise<string> {
  const { id, step } = await writeMail(tx, mail, writing);
  await run(tx, [step]);
  return id;
}

/** The same as a step. */
export async function writeMail(
  db: Database | Transaction,
  mail: Mail,
  { secret, now, isDecoy = false }: Writing,
): Promise<{ readonly id: string; readonly step: Step }> {
  const content = JSON.stringify(parseMail(mail));
  const id = isAlarm(mail.kind) ? await alarmId(db, mail, { secret, now }) : createId();
  const sealed = seal(sealingKey(secret), content, rowAad('OutboxMail', 'sealed', id));
  const expiresAt = new Date(now.getTime() + rowLifetimeSeconds * 1000);
  const times = isDecoy ? { nextAttemptAt: null, expiresAt: now } : { nextAttemptAt: now, expiresAt };
  return { id, step: insertMail({ id, kind: mail.kind, sealed, ...times }, now) };
}

/**
 * The same ID for equal alarms within a clock minute, and for those of the previous minute if they are less than a
 * minute old.
 */
async function alarmId(
  db: Database | Transaction,
  { kind, to, values }: Mail,
  { secret, now }: Writing,
): Promise<string> {
  const minute = Math.floor(now.getTime() / minuteMs);
  const idAt = (start: number) =>
    keyedDigest(secret, 'mail-id', JSON.stringify([start, kind, to.toLowerCase(), sorted(values)]));
  const former = idAt(minute - 1);
  return (await isMailNewer(db, former, new Date(now.getTime() - minuteMs))) ? former : idAt(minute);
}

/** Sorts the keys of objects, because their order does not matter. */
function sorted(values: object): unknown {
  return Object.entries(values)
    .map(([name, value]) => [name, typeof value === 'object' && value !== null ? sorted(value) : value])
    .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
}
