import type { Database, Transaction } from '#lib/db/database';
import { hasText, join, sql } from '#lib/db/sql';
import { lastEventId } from './event-id';

type Column = 'outcome' | 'actorId' | 'targetId' | 'clientId' | 'address' | 'requestId';

/** Filters by details; an event has to match all of them. */
type DetailFilter = Readonly<Partial<Record<Column, string>>> & {
  /** Texts that the details have under a name. */
  readonly details: Readonly<Record<string, string>>;
  readonly types?: readonly string[];
  /** Event IDs. `from` is included, `before` is not. */
  readonly from?: string;
  readonly before?: string;
  /** Only events after this one, oldest first. */
  readonly after?: string;
};

/** The IDs of the newest events that match a filter. */
export async function listIdsOfDetails(
  db: Database | Transaction,
  filter: DetailFilter,
  limit: number,
): Promise<string[]> {
  const order = filter.after === undefined ? sql`DESC` : sql`ASC`;
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT e."id" FROM "AuditEvent" e WHERE ${matches(filter)} ORDER BY e."id" ${order} LIMIT ${limit}`;
  return rows.map(({ id }) => id);
}

/** How many events match a filter. @param limit counting stops there */
export async function countOfDetails(db: Database | Transaction, filter: DetailFilter, limit: number): Promise<number> {
  const [row] = await db.$queryRaw<{ count: bigint | number }[]>`
    SELECT count(*) AS "count" FROM (SELECT 1 FROM "AuditEvent" e WHERE ${matches(filter)} LIMIT ${limit}) found`;
  return Number(row?.count ?? 0);
}

function matches({ details, types, from = '', before = lastEventId, after = '', ...columns }: DetailFilter) {
  return join(
    [
      sql`e."id" >= ${from} AND e."id" > ${after} AND e."id" < ${before}`,
      ...(types === undefined || types.length === 0 ? [] : [sql`e."type" IN (${join([...types])})`]),
      ...Object.entries(columns).map(([column, value]) => sql`${sql([`e."${column}"`])} = ${value}`),
      ...Object.entries(details).map(([name, value]) =>
        hasText(sql`e."details"`, `"${name}":${JSON.stringify(value)}`),
      ),
    ],
    ' AND ',
  );
}
