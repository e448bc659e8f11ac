import type { Database, Transaction } from '#lib/db/database';
import type { AuditEvent } from '../event';
import { firstEventId } from '../event-id';
import type { Seal } from './chain';

/** Clocks of several machines differ and transactions end out of order: how far back to look, in milliseconds. */
const lookBackMs = 3_600_000;

export async function findLastSeal(db: Database | Transaction): Promise<(Seal & { readonly at: Date }) | null> {
  const row = await db.auditSeal.findFirst({
    orderBy: { sequence: 'desc' },
    include: { event: { select: { at: true } } },
  });
  return row && { ...withoutEvent(row), at: row.event.at };
}

/** Events that no seal covers, the oldest first; those of the hour before a moment included. @param since null: all */
export async function listUnsealed(
  db: Database | Transaction,
  since: Date | null,
  limit: number,
): Promise<AuditEvent[]> {
  const from = since === null ? '' : firstEventId(new Date(since.getTime() - lookBackMs));
  return db.auditEvent.findMany({ where: { seal: null, id: { gte: from } }, orderBy: { id: 'asc' }, take: limit });
}

/** @throws a unique violation (see isUniqueViolation) when another process sealed at the same time */
export async function addSeals(db: Database | Transaction, seals: readonly Seal[]): Promise<void> {
  await db.auditSeal.createMany({ data: [...seals] });
}

/** Seals with the events they cover, in their order. */
export async function listSealed(
  db: Database | Transaction,
  after: number,
  limit: number,
): Promise<{ readonly seal: Seal; readonly event: AuditEvent }[]> {
  const rows = await db.auditSeal.findMany({
    where: { sequence: { gt: after } },
    orderBy: { sequence: 'asc' },
    take: limit,
    include: { event: true },
  });
  return rows.map((row) => ({ seal: withoutEvent(row), event: row.event }));
}

/** How many events stand outside the chain although they are older than `before`. */
export async function countUnsealed(db: Database | Transaction, before: Date): Promise<number> {
  return db.auditEvent.count({ where: { seal: null, id: { lt: firstEventId(before) } } });
}

/** A removal of many old events at once is as many events as it took transactions. */
const recentPurges = 5000;

/** What the newest removals of old events recorded, as JSON. */
export async function listPurges(db: Database | Transaction): Promise<string[]> {
  const rows = await db.auditEvent.findMany({
    where: { type: 'audit.purged', outcome: 'success' },
    orderBy: { id: 'desc' },
    take: recentPurges,
    select: { details: true },
  });
  return rows.map(({ details }) => details);
}

function withoutEvent({ sequence, eventId, previousHash, hash }: Seal): Seal {
  return { sequence, eventId, previousHash, hash };
}
