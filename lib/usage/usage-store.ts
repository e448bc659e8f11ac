import type { Database, Transaction } from '#lib/db/database';
import { join, sql } from '#lib/db/sql';
import { batchesOf } from '#lib/vocabulary/batches';
import { type CountedEvent, countedTypes } from './metrics';
import type { ClientCount, HourCount } from './tally-events';

/** Adds to the counts of hours, always in the same order, so that concurrent processes never deadlock. */
export async function addHours(tx: Transaction, counts: readonly HourCount[]): Promise<void> {
  const ordered = counts.toSorted(
    (one, other) => compare(one.metric, other.metric) || one.hour.getTime() - other.hour.getTime(),
  );
  for (const batch of batchesOf(ordered)) {
    const rows = batch.map(({ hour, metric, count }) => sql`(${hour}, ${metric}, ${count})`);
    await tx.$executeRaw`
      INSERT INTO "UsageHour" ("hour", "metric", "count") VALUES ${join(rows)}
      ON CONFLICT ("metric", "hour") DO UPDATE SET "count" = "UsageHour"."count" + excluded."count"`;
  }
}

/** Adds to the sign-ins of clients, also always in the same order. */
export async function addClients(tx: Transaction, counts: readonly ClientCount[]): Promise<void> {
  const ordered = counts.toSorted(
    (one, other) =>
      compare(one.clientId, other.clientId) ||
      compare(one.unit, other.unit) ||
      one.start.getTime() - other.start.getTime(),
  );
  for (const batch of batchesOf(ordered)) {
    const rows = batch.map(({ clientId, unit, start, count }) => sql`(${clientId}, ${unit}, ${start}, ${count})`);
    await tx.$executeRaw`
      INSERT INTO "ClientUsage" ("clientId", "unit", "start", "count") VALUES ${join(rows)}
      ON CONFLICT ("clientId", "unit", "start") DO UPDATE SET "count" = "ClientUsage"."count" + excluded."count"`;
  }
}

/** The number of the last seal whose event is counted. 0 before the first. */
export async function findCursor(db: Database | Transaction): Promise<number> {
  const row = await db.usageCursor.findUnique({ where: { id: 1 }, select: { sequence: true } });
  return row?.sequence ?? 0;
}

/**
 * Moves the cursor, in the transaction that adds the events in between.
 * @returns false if another process moved it in the meantime
 */
export async function moveCursor(tx: Transaction, { from, to }: { readonly from: number; readonly to: number }) {
  const moved = await tx.$executeRaw`
    INSERT INTO "UsageCursor" ("id", "sequence") VALUES (1, ${to})
    ON CONFLICT ("id") DO UPDATE SET "sequence" = excluded."sequence" WHERE "UsageCursor"."sequence" = ${from}`;
  return moved === 1;
}

/** A sealed event. Null if events of its type are not counted. */
type SealedEvent = { readonly sequence: number; readonly event: CountedEvent | null };

type SealedRow = CountedEvent & { readonly sequence: number | bigint; readonly isCounted: number | bigint };

/** Seals after a number, in order, with the events that are counted. */
export async function listSealedAfter(db: Database, after: number, limit: number): Promise<SealedEvent[]> {
  const rows = await db.$queryRaw<SealedRow[]>`
    SELECT s."sequence", ${countedFields}, CASE WHEN ${isCounted} THEN 1 ELSE 0 END AS "isCounted"
    FROM "AuditSeal" s JOIN "AuditEvent" e ON e."id" = s."eventId"
    WHERE s."sequence" > ${after} ORDER BY s."sequence" LIMIT ${limit}`;
  return rows.map(({ sequence, isCounted: counted, ...event }) => ({
    sequence: Number(sequence),
    event: Number(counted) === 1 ? event : null,
  }));
}

/** The types that are counted, with their outcomes. */
const isCounted = sql`(${join(
  countedTypes.map(([type, outcome]) => sql`e."type" = ${type} AND e."outcome" = ${outcome}`),
  ' OR ',
)})`;

/** The fields of a counted event. Only failures need their details. */
const countedFields = sql`e."id", e."type", e."clientId",
  CASE WHEN e."outcome" = 'failure' THEN e."details" END AS "details"`;

/** The last event that is counted. Null if none of them remains. */
export async function findLastCounted(db: Database, cursor: number): Promise<string | null> {
  const row = await db.auditSeal.findFirst({
    where: { sequence: { lte: cursor } },
    orderBy: { sequence: 'desc' },
    select: { eventId: true },
  });
  return row?.eventId ?? null;
}

/** The number of seals whose events are not counted yet. */
export async function countUncounted(db: Database, cursor: number): Promise<number> {
  const last = await db.auditSeal.findFirst({
    where: { sequence: { gt: cursor } },
    orderBy: { sequence: 'desc' },
    select: { sequence: true },
  });
  return last === null ? 0 : last.sequence - cursor;
}

/** Events starting at an ID that are not counted yet, sealed or not, newest first. */
export async function listUncounted(
  db: Database,
  { cursor, from, limit }: { readonly cursor: number; readonly from: string; readonly limit: number },
): Promise<CountedEvent[]> {
  return db.$queryRaw<CountedEvent[]>`
    SELECT ${countedFields}
    FROM "AuditEvent" e LEFT JOIN "AuditSeal" s ON s."eventId" = e."id"
    WHERE e."id" >= ${from} AND ${isCounted} AND (s."sequence" IS NULL OR s."sequence" > ${cursor})
    ORDER BY e."id" DESC LIMIT ${limit}`;
}

/**
 * Deletes counts before a time, which is the beginning of a day.
 * @returns the number of deleted rows of the larger table
 */
export async function deleteCountsBefore(db: Database, before: Date, limit: number): Promise<{ count: number }> {
  const hours = await db.usageHour.deleteMany({ where: { hour: { lt: before } }, limit });
  const clients = await db.clientUsage.deleteMany({
    where: { unit: { in: ['hour', 'day'] }, start: { lt: before } },
    limit,
  });
  return { count: Math.max(hours.count, clients.count) };
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
