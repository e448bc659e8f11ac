import type { Database, Transaction } from '#lib/db/database';
import { singleton } from '#lib/singleton';
import { hourMs } from '#lib/vocabulary/time';
import type { AuditEvent } from '../event';
import { firstEventId } from '../event-id';
import type { Seal } from './chain';

/** How far back to look, in milliseconds. Clocks differ between machines, and transactions end out of order. */
const lookBackMs = hourMs;

export async function findLastSeal(db: Database | Transaction): Promise<(Seal & { readonly at: Date }) | null> {
  const row = await db.auditSeal.findFirst({
    orderBy: { sequence: 'desc' },
    include: { event: { select: { at: true } } },
  });
  return row && { ...withoutEvent(row), at: row.event.at };
}

/**
 * Events that no seal covers, oldest first, including those of the hour before `since`.
 * @param since null for all events
 */
export async function listUnsealed(
  db: Database | Transaction,
  since: Date | null,
  limit: number,
): Promise<AuditEvent[]> {
  const from = since === null ? '' : firstEventId(new Date(since.getTime() - lookBackMs));
  return db.auditEvent.findMany({ where: { seal: null, id: { gte: from } }, orderBy: { id: 'asc' }, take: limit });
}

/** @throws a unique violation (see isUniqueViolation) if another process sealed at the same time */
export async function addSeals(db: Database | Transaction, seals: readonly Seal[]): Promise<void> {
  await db.auditSeal.createMany({ data: [...seals] });
}

/** Seals with their events, in order. The event is null if it is being deleted. */
export async function listSealed(
  db: Database | Transaction,
  after: number,
  limit: number,
): Promise<{ readonly seal: Seal; readonly event: AuditEvent | null }[]> {
  const seals = await db.auditSeal.findMany({
    where: { sequence: { gt: after } },
    orderBy: { sequence: 'asc' },
    take: limit,
  });
  const events = await db.auditEvent.findMany({ where: { id: { in: seals.map(({ eventId }) => eventId) } } });
  const byId = new Map(events.map((event) => [event.id, event]));
  return seals.map((seal) => ({ seal, event: byId.get(seal.eventId) ?? null }));
}

/** The number of events that are older than `before` and still not sealed. */
export async function countUnsealed(db: Database | Transaction, before: Date): Promise<number> {
  return db.auditEvent.count({ where: { seal: null, id: { lt: firstEventId(before) } } });
}

/** The deletion of many old events records one event for each transaction. */
const recentPurges = 5000;

/** The details that the latest deletions of old events recorded, as JSON. */
export async function listPurges(db: Database | Transaction): Promise<string[]> {
  const rows = await db.auditEvent.findMany({
    where: { type: 'audit.purged', outcome: 'success' },
    orderBy: { id: 'desc' },
    take: recentPurges,
    select: { details: true },
  });
  return rows.map(({ details }) => details);
}

/** The stored keys of the chain, oldest first. */
export async function listAuditKeys(
  db: Database | Transaction,
): Promise<{ readonly number: number; readonly sealed: string }[]> {
  return db.auditKey.findMany({ orderBy: { number: 'asc' }, select: { number: true, sealed: true } });
}

/** @throws a unique violation (see isUniqueViolation) if another process created this key at the same time */
export async function insertAuditKey(
  tx: Transaction,
  key: { readonly number: number; readonly sealed: string; readonly createdAt: Date },
): Promise<void> {
  await tx.auditKey.create({ data: key, select: { number: true } });
}

/** The existing seals with these numbers, and their events. */
export async function listSeals(
  db: Database | Transaction,
  sequences: readonly number[],
): Promise<{ readonly sequence: number; readonly hash: string; readonly event: AuditEvent }[]> {
  return db.auditSeal.findMany({
    where: { sequence: { in: [...sequences] } },
    select: { sequence: true, hash: true, event: true },
  });
}

/** The existing events with these ids. */
export async function listEventsById(db: Database | Transaction, ids: readonly string[]): Promise<AuditEvent[]> {
  return db.auditEvent.findMany({ where: { id: { in: [...ids] } } });
}

/** The oldest event that is left. Null if there is none. */
export async function findFirstEventId(db: Database | Transaction): Promise<string | null> {
  const row = await db.auditEvent.findFirst({ orderBy: { id: 'asc' }, select: { id: true } });
  return row?.id ?? null;
}

/** The number of the first remaining seal. Null if there is none. */
export async function findFirstSequence(db: Database | Transaction): Promise<number | null> {
  const row = await db.auditSeal.findFirst({ orderBy: { sequence: 'asc' }, select: { sequence: true } });
  return row?.sequence ?? null;
}

function withoutEvent({ sequence, eventId, previousHash, hash, keyNumber }: Seal): Seal {
  return { sequence, eventId, previousHash, hash, keyNumber };
}

const state = () => singleton('audit', () => ({ unsealed: true }));

/** Remembers that this process recorded events that the hash chain does not cover yet. */
export function markUnsealed(): void {
  state().unsealed = true;
}

/** @returns whether there are new events to seal since the last call */
export function takeUnsealed(): boolean {
  const had = state().unsealed;
  state().unsealed = false;
  return had;
}
