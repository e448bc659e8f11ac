import type { Database, Transaction } from '#lib/db/database';
import { empty, join, sql } from '#lib/db/sql';
import { lastEventId } from './event-id';

/** Filters by type; an event has to match all of them. */
type TypeFilter = {
  readonly types: readonly string[];
  readonly outcome?: string;
  readonly clientId?: string;
  /** Event IDs. `from` is included, `before` is not. */
  readonly from?: string;
  readonly before?: string;
  /** Only events after this one, oldest first. */
  readonly after?: string;
};

const outcomes = ['success', 'failure'];

const orders = { newest: sql`DESC`, oldest: sql`ASC` };

/**
 * The IDs of the newest events that match a filter. Each type and outcome is read from its own range of an index, which
 * ends after `limit` rows. With IN, the database would either sort all events of these types, or read all events until
 * it has found enough.
 */
export async function listIdsOfTypes(
  db: Database | Transaction,
  { types, outcome, clientId, from = '', before = lastEventId, after }: TypeFilter,
  limit: number,
): Promise<string[]> {
  const kinds = types.flatMap((type) =>
    (outcome === undefined ? outcomes : [outcome]).map((one) => [type, one] as const),
  );
  if (kinds.length === 0) return [];
  const [order, bound] = after === undefined ? [orders.newest, sql`>=`] : [orders.oldest, sql`>`];
  const stretches = kinds.map(([type, one]) => {
    const client = clientId === undefined ? empty : sql`${clientId}, `;
    const column = clientId === undefined ? empty : sql`e."clientId", `;
    const ordered = clientId === undefined ? empty : sql`e."clientId" ${order}, `;
    // Compared as rows, so that only this index fits. With single conditions, a generic plan may choose another index.
    return sql`SELECT * FROM (SELECT e."id" FROM "AuditEvent" e
      WHERE (${column}e."type", e."outcome", e."id") ${bound} (${client}${type}, ${one}, ${after ?? from})
        AND (${column}e."type", e."outcome", e."id") < (${client}${type}, ${one}, ${before})
      ORDER BY ${ordered}e."type" ${order}, e."outcome" ${order}, e."id" ${order} LIMIT ${limit}) stretch`;
  });
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT "id" FROM (${join(stretches, ' UNION ALL ')}) found ORDER BY "id" ${order} LIMIT ${limit}`;
  return rows.map(({ id }) => id);
}
