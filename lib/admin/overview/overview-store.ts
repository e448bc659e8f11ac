import type { Database } from '#lib/db/database';
import { empty, join, sql } from '#lib/db/sql';
import { reasonOfMetric, type UsageMetric } from '#lib/usage/metrics';
import { dayOf } from '#lib/usage/tally-events';
import { dayMs } from '#lib/vocabulary/time';
import type { TimeWindow } from './numbers';

/** Sums by metric, reason or client. */
export type Sums = ReadonlyMap<string, number>;

/** Adds up each metric for each window in one statement. The windows begin and end at whole hours. */
export async function sumWindows(
  db: Database,
  metrics: readonly UsageMetric[],
  windows: readonly TimeWindow[],
): Promise<Sums[]> {
  const moment = (at: Date) => (db.prepared.dialect === 'postgresql' ? sql`CAST(${at} AS timestamp)` : sql`${at}`);
  const rows = windows.map(
    ({ from, before }, place) =>
      sql`SELECT ${sql([String(place)])} AS "place", ${moment(from)} AS "lower", ${moment(before)} AS "upper"`,
  );
  const sums = metrics.map(
    (metric) => sql`COALESCE((SELECT sum(u."count") FROM "UsageHour" u
      WHERE u."metric" = ${metric} AND u."hour" >= w."lower" AND u."hour" < w."upper"), 0) AS ${sql([`"${metric}"`])}`,
  );
  const found = await db.$queryRaw<Record<string, number | bigint>[]>`
    SELECT ${join(sums)} FROM (${join(rows, ' UNION ALL ')}) w ORDER BY w."place"`;
  return found.map((row) => new Map(Object.entries(row).map(([metric, sum]) => [metric, Number(sum)])));
}

/** Failed sign-ins in a window, by reason. */
export async function sumReasons(db: Database, { from, before }: TimeWindow): Promise<Sums> {
  const rows = await db.$queryRaw<{ metric: string; sum: number | bigint }[]>`
    SELECT u."metric", sum(u."count") AS "sum" FROM "UsageHour" u
    WHERE u."hour" >= ${from} AND u."hour" < ${before} AND u."metric" LIKE 'sign_in.failed:%' GROUP BY u."metric"`;
  return new Map(rows.map(({ metric, sum }) => [reasonOfMetric(metric) ?? metric, Number(sum)]));
}

/**
 * The sign-ins since a full hour of the `named` clients and of the most used ones. The hours until the first whole day
 * (UTC) are added up by the hour, the rest by the day.
 */
export async function listTopClients(
  db: Database,
  { from, named, limit }: { readonly from: Date; readonly named: readonly string[]; readonly limit: number },
): Promise<Sums> {
  const day = dayOf(new Date(from.getTime() + dayMs - 1));
  const namedFirst = named.length === 0 ? empty : sql`CASE WHEN c."clientId" IN (${join(named)}) THEN 0 ELSE 1 END,`;
  const rows = await db.$queryRaw<{ clientId: string; sum: number | bigint }[]>`
    SELECT c."clientId", sum(c."count") AS "sum" FROM (
      SELECT h."clientId", h."count" FROM "ClientUsage" h
      WHERE h."unit" = 'hour' AND h."start" >= ${from} AND h."start" < ${day}
      UNION ALL
      SELECT d."clientId", d."count" FROM "ClientUsage" d WHERE d."unit" = 'day' AND d."start" >= ${day}
    ) c GROUP BY c."clientId" ORDER BY ${namedFirst} "sum" DESC, c."clientId" LIMIT ${named.length + limit}`;
  return new Map(rows.map(({ clientId, sum }) => [clientId, Number(sum)]));
}

/** The number of people who got a token since a full hour. */
export async function countActiveSince(db: Database, hour: Date): Promise<number> {
  return db.activeUser.count({ where: { hour: { gte: hour } } });
}

export async function countUsers(db: Database): Promise<number> {
  return db.user.count();
}

type StoredSnapshot = { readonly to: Date; readonly content: string };

export async function findOverview(db: Database, range: string, zone: string): Promise<StoredSnapshot | null> {
  return db.overviewSnapshot.findUnique({
    where: { range_zone: { range, zone } },
    select: { to: true, content: true },
  });
}

/** Replaces an older overview. If another process saved a newer one, that one stays. */
export async function saveOverview(
  db: Database,
  { range, zone, to, content }: StoredSnapshot & { readonly range: string; readonly zone: string },
): Promise<void> {
  await db.$executeRaw`
    INSERT INTO "OverviewSnapshot" ("range", "zone", "to", "content") VALUES (${range}, ${zone}, ${to}, ${content})
    ON CONFLICT ("range", "zone") DO UPDATE SET "to" = excluded."to", "content" = excluded."content"
    WHERE "OverviewSnapshot"."to" < excluded."to"`;
}

/** Whether anyone signed in to a client other than these. */
export async function hasSignIn(db: Database, except: readonly string[]): Promise<boolean> {
  const event = await db.auditEvent.findFirst({
    where: {
      type: 'sign_in.succeeded',
      outcome: 'success',
      AND: [{ clientId: { not: null } }, { clientId: { notIn: [...except] } }],
    },
    orderBy: { id: 'desc' },
    select: { id: true },
  });
  return event !== null;
}

/** The number of enabled users with a role, and how many of them are not in a given list. */
export async function countAdministrators(
  db: Database,
  except: readonly string[],
): Promise<{ readonly all: number; readonly own: number }> {
  // With `enabled` in the condition, SQLite chooses the index on it and reads nearly every user.
  const found = await db.user.findMany({
    where: { admin: { in: ['owner', 'editor', 'auditor'] } },
    select: { sub: true, enabled: true },
    take: 1000,
  });
  const users = found.filter(({ enabled }) => enabled);
  const own = users.filter(({ sub }) => !except.includes(sub));
  return { all: users.length, own: own.length };
}
