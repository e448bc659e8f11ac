import type { Database } from '#lib/db/database';

/** Event ids of a stretch of time, see firstEventId(): from the first on, before the second. */
export type TimeRange = { readonly from: string; readonly before: string };

/** Successful and failed sign-ins of a stretch. */
export type SignInCount = { readonly succeeded: number; readonly failed: number };

/** Counts each stretch by the index on type, outcome and id, in one statement. */
export async function countSignIns(db: Database, stretches: readonly TimeRange[]): Promise<SignInCount[]> {
  const head = `
    SELECT b."lower" AS "lower",
      (SELECT count(*) FROM "AuditEvent" e
        WHERE e."type" = 'sign_in.succeeded' AND e."outcome" = 'success' AND e."id" >= b."lower" AND e."id" < b."upper") AS "succeeded",
      (SELECT count(*) FROM "AuditEvent" e
        WHERE e."type" = 'sign_in.failed' AND e."outcome" = 'failure' AND e."id" >= b."lower" AND e."id" < b."upper") AS "failed"
    FROM (SELECT `;
  const parts = stretches.flatMap((_, index) => [
    index === 0 ? head : ' AS "upper" UNION ALL SELECT ',
    ' AS "lower", ',
  ]);
  const strings = [...parts, ' AS "upper") b ORDER BY b."lower"'];
  const rows = await db.$queryRaw<{ succeeded: bigint | number; failed: bigint | number }[]>(
    Object.assign(strings, { raw: strings }),
    ...stretches.flatMap(({ from, before }) => [from, before]),
  );
  return rows.map(({ succeeded, failed }) => ({ succeeded: Number(succeeded), failed: Number(failed) }));
}

/** The newest events of a type from an event id on: what a share is counted of when there are very many. */
export async function sampleSignIns(
  db: Database,
  type: 'sign_in.succeeded' | 'sign_in.failed',
  from: string,
  limit: number,
) {
  return db.auditEvent.findMany({
    select: { clientId: true, clientName: true, details: true },
    where: { type, outcome: type === 'sign_in.failed' ? 'failure' : 'success', id: { gte: from } },
    orderBy: { id: 'desc' },
    take: limit,
  });
}

/** Access tokens by the hour, from a time on: at most one row an hour. */
export async function listIssued(db: Database, from: Date) {
  return db.issuedTokens.findMany({
    select: { hour: true, people: true, clients: true },
    where: { hour: { gte: from } },
    orderBy: { hour: 'asc' },
  });
}

/** How many people got a token on each of two days. */
export async function countActive(
  db: Database,
  { today, yesterday }: { readonly today: Date; readonly yesterday: Date },
): Promise<{ readonly today: number; readonly yesterday: number }> {
  const rows = await db.activePerson.groupBy({ by: ['day'], where: { day: { in: [yesterday, today] } }, _count: true });
  const counts = new Map(rows.map(({ day, _count }) => [day.getTime(), _count]));
  return { today: counts.get(today.getTime()) ?? 0, yesterday: counts.get(yesterday.getTime()) ?? 0 };
}

export async function countUsers(db: Database): Promise<number> {
  return db.user.count();
}

/** Refused requests since a time, equal ones of a minute as one, counting no further than `limit`. */
export async function countRefused(db: Database, since: Date, limit: number): Promise<number> {
  const [row] = await db.$queryRaw<{ count: bigint | number }[]>`
    SELECT count(*) AS "count" FROM (SELECT 1 FROM "Explanation" WHERE "createdAt" >= ${since} LIMIT ${limit}) e`;
  return Number(row?.count ?? 0);
}

/** How many accounts were made from an event id on. */
export async function countCreated(db: Database, from: string): Promise<number> {
  return db.auditEvent.count({ where: { type: 'user.created', outcome: 'success', id: { gte: from } } });
}
