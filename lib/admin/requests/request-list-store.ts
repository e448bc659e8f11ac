import type { Database } from '#lib/db/database';
import { hasText, join, sql } from '#lib/db/sql';
import type { ExplanationRow } from '#lib/explain/explanation-store';
import { failureRuleName } from '#lib/protocol/rules/upstream';

type ExplanationFilter = {
  readonly clientId: string | null;
  readonly endpoint: string | null;
  /** The identity provider where a sign-in failed. */
  readonly provider: string | null;
  /** `from` is inclusive, `to` is exclusive. */
  readonly from: Date | null;
  readonly to: Date | null;
};

/** The columns of an explanation record that a list shows. */
export type ExplanationLine = Omit<ExplanationRow, 'groupKey' | 'network' | 'lastSeenAt' | 'expiresAt'>;

const columns = sql`e."reference", e."endpoint", e."rule", e."error", e."description", e."clientId", e."facts",
  e."occurrences", e."createdAt"`;

/** The rows on one side of a place in the list, in which the newest is first. The rows next to the place come first. */
type ListSide = {
  readonly side: 'after' | 'before';
  readonly place: ListPosition | null;
  readonly limit: number;
};

/**
 * The explanation records that match a filter: the newest first, or with `before`, those newer than a place, starting
 * next to it.
 */
export async function listExplanations(
  db: Database,
  filter: ExplanationFilter,
  { side, place, limit }: ListSide,
): Promise<ExplanationLine[]> {
  const [order, beyond] = side === 'after' ? [sql`DESC`, sql`<`] : [sql`ASC`, sql`>`];
  const start = place && sql`(e."createdAt", e."reference") ${beyond} (${place.at}, ${place.reference})`;
  return db.$queryRaw<ExplanationLine[]>`
    SELECT ${columns} FROM "Explanation" e WHERE ${matches(filter)} AND ${start ?? sql`true`}
    ORDER BY e."createdAt" ${order}, e."reference" ${order} LIMIT ${limit}`;
}

/** The number of records that match a filter. @param limit counting stops there */
export async function countListed(db: Database, filter: ExplanationFilter, limit: number): Promise<number> {
  const [row] = await db.$queryRaw<{ count: bigint | number }[]>`
    SELECT count(*) AS "count" FROM (SELECT 1 FROM "Explanation" e WHERE ${matches(filter)} LIMIT ${limit}) found`;
  return Number(row?.count ?? 0);
}

function matches({ clientId, endpoint, provider, from, to }: ExplanationFilter) {
  const conditions = [
    clientId !== null && sql`e."clientId" = ${clientId}`,
    endpoint !== null && sql`e."endpoint" = ${endpoint}`,
    provider !== null && sql`e."rule" LIKE ${`${failureRuleName('')}%`}`,
    provider !== null && hasText(sql`e."facts"`, `"name":${JSON.stringify(provider)}`),
    from !== null && sql`e."createdAt" >= ${from}`,
    to !== null && sql`e."createdAt" < ${to}`,
  ];
  return join([sql`true`, ...conditions.filter((condition) => condition !== false)], ' AND ');
}

/** The number of records that were created in a period. */
export async function countExplanations(db: Database, from: Date, to: Date): Promise<number> {
  return db.explanation.count({ where: { createdAt: { gte: from, lt: to } } });
}

/** A place in the list of explanation records. */
type ListPosition = { readonly at: Date; readonly reference: string };

/** The place as a parameter of an address: milliseconds and reference. */
export function writeCursor({ at, reference }: ListPosition): string {
  return `${at.getTime()}.${reference}`;
}

/** @returns null for a text that writeCursor() did not write */
export function readCursor(text: string | null): ListPosition | null {
  const [, time, reference] = /^(\d{1,15})\.([0-9A-Z]{10})$/.exec(text ?? '') ?? [];
  return time === undefined || reference === undefined ? null : { at: new Date(Number(time)), reference };
}
