import type { Database, Transaction } from '#lib/db/database';
import { join, sql } from '#lib/db/sql';
import { batchesOf } from '#lib/vocabulary/batches';
import { lineColumns } from '../users/list-store';

/** What says that people may use a client, or what they are there. */
export type Sources = {
  /** Null for an API, of which no use by people is recorded. */
  readonly clientId: string | null;
  /** What their assignments give, as `target` of an assignment says. Null: anything in the client. */
  readonly targets: readonly string[] | null;
  readonly groupIds: readonly string[];
  /** Whoever used it counts too. */
  readonly withUses: boolean;
  /** Only what ends between these times. */
  readonly ends: { readonly after: Date; readonly until: Date } | null;
  /** Only people who did not use the client since then. */
  readonly unusedSince: Date | null;
};

type Sql = ReturnType<typeof sql>;

type Some = {
  /** Begins beyond this person. */
  readonly key: string | null;
  readonly limit: number;
  readonly isBackwards?: boolean;
};

/** SQLite joins at most 500 lists. */
const listsAtOnce = 300;

/**
 * The subs of people whom one of the sources names, in order, whether or not it counts. Each source is walked by its own
 * index no further than the limit, so a group of 100,000 costs as much as one of ten.
 */
export async function listCandidates(db: Database, sources: Sources, some: Some): Promise<string[]> {
  const lists = listsOf(sources, some);
  if (lists.length === 0) return [];
  const first = (of: readonly Sql[]) => sql`SELECT DISTINCT "sub" FROM (${join([...of], ' UNION ALL ')}) AS "lists"
    ${order(some)} LIMIT ${some.limit}`;
  const parts = partsOf(lists).map((part) => sql`SELECT "sub" FROM (${first(part)}) AS "part"`);
  const rows = await db.$queryRaw<{ sub: string }[]>`${first(parts)}`;
  return rows.map(({ sub }) => sub);
}

function partsOf(lists: readonly Sql[]): Sql[][] {
  const count = Math.ceil(lists.length / listsAtOnce);
  return Array.from({ length: count }, (_, part) => lists.slice(part * listsAtOnce, (part + 1) * listsAtOnce));
}

function order({ isBackwards = false }: Some): Sql {
  return isBackwards ? sql`ORDER BY "sub" DESC` : sql`ORDER BY "sub"`;
}

function listsOf({ clientId, targets, groupIds, withUses, ends, unusedSince }: Sources, some: Some): Sql[] {
  const { key, limit, isBackwards = false } = some;
  const beyond = key === null ? sql`` : isBackwards ? sql`AND t."sub" < ${key}` : sql`AND t."sub" > ${key}`;
  const ending = ends === null ? sql`` : sql`AND t."expiresAt" > ${ends.after} AND t."expiresAt" <= ${ends.until}`;
  const unused =
    unusedSince === null
      ? sql``
      : sql`AND NOT EXISTS (SELECT 1 FROM "ScopeUse" u
          WHERE u."sub" = t."sub" AND u."clientId" = ${clientId} AND u."lastUsedAt" >= ${unusedSince})`;
  const list = (from: Sql) => sql`SELECT "sub" FROM (SELECT DISTINCT t."sub" FROM ${from} ${beyond} ${unused}
    ${order(some)} LIMIT ${limit}) AS "some"`;
  const assigned =
    targets === null
      ? [sql`"Assignment" t WHERE t."clientId" = ${clientId} ${ending}`]
      : targets.map((target) => sql`"Assignment" t WHERE t."target" = ${target} ${ending}`);
  const members = groupIds.map((id) => sql`"Membership" t WHERE t."groupId" = ${id} ${ending}`);
  const used = withUses && ends === null ? [sql`"ScopeUse" t WHERE t."clientId" = ${clientId}`] : [];
  return [...assigned, ...members, ...used].map(list);
}

/** The most people whose facts are read at once: Prisma takes at most 999 values. */
export const peopleAtOnce = 500;
const groupsAtOnce = 400;

const membershipColumns = { sub: true, groupId: true, source: true, expiresAt: true, since: true } as const;
const assignmentColumns = {
  ...{ id: true, sub: true, target: true, clientId: true, api: true, source: true },
  ...{ expiresAt: true, since: true },
} as const;
/** What decides about people in a client, what a list shows of them, and when the client last used something of theirs. */
export async function listFacts(
  db: Database,
  subs: readonly string[],
  { clientId, targets, groupIds }: Pick<Sources, 'clientId' | 'targets' | 'groupIds'>,
) {
  const sub = { in: [...subs] };
  const named = groupIds.length > groupsAtOnce ? {} : { groupId: { in: [...groupIds] } };
  const [people, memberships, assignments, uses] = [
    await db.user.findMany({ where: { sub }, select: lineColumns }),
    groupIds.length === 0 ? [] : await db.membership.findMany({ where: { sub, ...named }, select: membershipColumns }),
    await db.assignment.findMany({
      where: { sub, ...(targets === null ? { clientId } : { target: { in: [...targets] } }) },
      select: assignmentColumns,
    }),
    clientId === null
      ? []
      : await db.scopeUse.groupBy({ by: ['sub'], where: { sub, clientId }, _max: { lastUsedAt: true } }),
  ];
  return {
    people,
    memberships: bySub(memberships),
    assignments: bySub(assignments),
    lastUses: new Map(uses.map((use) => [use.sub, use._max.lastUsedAt])),
  };
}

/** The rows of each person. */
function bySub<Row extends { readonly sub: string }>(rows: readonly Row[]): ReadonlyMap<string, readonly Row[]> {
  const found = new Map<string, Row[]>();
  for (const row of rows) found.set(row.sub, [...(found.get(row.sub) ?? []), row]);
  return found;
}

/** The assignments of people in a client, whether or not they count. */
export async function listAssignmentsIn(db: Transaction, clientId: string, subs: readonly string[]) {
  const found = [];
  for (const batch of batchesOf(subs)) {
    found.push(
      ...(await db.assignment.findMany({ where: { clientId, sub: { in: batch } }, select: assignmentColumns })),
    );
  }
  return found;
}
