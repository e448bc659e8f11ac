import type { Database, Transaction } from '#lib/db/database';
import { defineWrite } from '#lib/db/statement';
import { type Step, write } from '#lib/db/step';
import { isDue } from '#lib/vocabulary/time';

/** A mail in the outbox that is due. */
export type WaitingMail = {
  readonly id: string;
  readonly kind: string;
  readonly sealed: string | null;
  /** The number of earlier attempts. */
  readonly attempts: number;
  readonly createdAt: Date;
  readonly nextAttemptAt: Date | null;
};

type NewMail = {
  readonly id: string;
  readonly kind: string;
  readonly sealed: string;
  /** Null for a mail that is never sent. */
  readonly nextAttemptAt: Date | null;
  readonly expiresAt: Date;
};

const insert = defineWrite(
  `INSERT INTO "OutboxMail" ("id", "kind", "sealed", "attempts", "createdAt", "nextAttemptAt", "expiresAt")
  VALUES (@id, @kind, @sealed, 0, @now, @nextAttemptAt, @expiresAt) ON CONFLICT ("id") DO NOTHING`,
);

/** Inserts a mail. If one with the same ID exists, it stays as it is. */
export function insertMail({ id, kind, sealed, nextAttemptAt, expiresAt }: NewMail, now: Date): Step {
  return write(insert, { id, kind, sealed, nextAttemptAt, expiresAt, now });
}

/** Whether the mail was written after a time. */
export async function isMailNewer(db: Database | Transaction, id: string, after: Date): Promise<boolean> {
  const row = await db.outboxMail.findUnique({ where: { id }, select: { createdAt: true } });
  return row !== null && row.createdAt > after;
}

/** The due mails, the one that has waited longest first. */
export async function findDueMails(
  db: Database,
  now: Date,
  { limit, longestPauseMs }: { readonly limit: number; readonly longestPauseMs: number },
): Promise<WaitingMail[]> {
  return db.outboxMail.findMany({
    // Delivered mails have none. Without this, SQLite reads all of them first.
    where: { nextAttemptAt: { not: null }, ...isDue(now, longestPauseMs) },
    orderBy: { nextAttemptAt: 'asc' },
    take: limit,
    select: { id: true, kind: true, sealed: true, attempts: true, createdAt: true, nextAttemptAt: true },
  });
}

/**
 * Claims a mail for one attempt with a conditional update, so that only one of several processes sends it.
 * @param until the time from which another process may try, in case this one dies
 * @returns false if another process claimed it
 */
export async function claimMail(db: Database, mail: WaitingMail, until: Date): Promise<boolean> {
  const { id, attempts, nextAttemptAt } = mail;
  const { count } = await db.outboxMail.updateMany({
    where: { id, attempts, nextAttemptAt },
    data: { attempts: attempts + 1, nextAttemptAt: until },
  });
  return count === 1;
}

/** Records the delivery and erases the content. */
export async function markMailDelivered(db: Database, id: string, now: Date, expiresAt: Date): Promise<void> {
  const data = { sealed: null, nextAttemptAt: null, problem: null, deliveredAt: now, expiresAt };
  await db.outboxMail.updateMany({ where: { id }, data });
}

/** Records the reason for a failed attempt, and the time of the next one. */
export async function postponeMail(db: Database, id: string, problem: string, nextAttemptAt: Date): Promise<void> {
  await db.outboxMail.updateMany({ where: { id, deliveredAt: null }, data: { problem, nextAttemptAt } });
}

/** Gives up a mail and erases its content. */
export async function markMailFailed(db: Database, id: string, problem: string, now: Date): Promise<void> {
  const data = { sealed: null, nextAttemptAt: null, problem, failedAt: now };
  await db.outboxMail.updateMany({ where: { id, deliveredAt: null }, data });
}

/** The state of the outbox. */
type OutboxState = { readonly waiting: number; readonly oldest: Date | null; readonly problem: string | null };

/** The number of waiting mails, the oldest one's time, and the problem that delays it. */
export async function readOutboxState(db: Database): Promise<OutboxState> {
  // Not `not: null`, for which SQLite reads the delivered ones too.
  const where = { nextAttemptAt: { gte: new Date(0) } };
  const [waiting, oldest] = await Promise.all([
    db.outboxMail.count({ where }),
    db.outboxMail.findFirst({ where, orderBy: { createdAt: 'asc' }, select: { createdAt: true, problem: true } }),
  ]);
  return { waiting, oldest: oldest?.createdAt ?? null, problem: oldest?.problem ?? null };
}

/** The number of mails that were given up since a time, by problem. */
export async function countFailedMails(
  db: Database,
  after: Date,
): Promise<{ readonly problem: string | null; readonly mails: number }[]> {
  const groups = await db.outboxMail.groupBy({
    by: ['problem'],
    where: { failedAt: { gt: after } },
    _count: { _all: true },
    orderBy: { problem: 'asc' },
  });
  return groups.map(({ problem, _count }) => ({ problem, mails: _count._all }));
}
