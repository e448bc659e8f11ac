import type { Database } from '#lib/db/database';
import { empty, join, raw, sql } from '#lib/db/sql';
import { countLimit } from './mark';
import { candidatesOf, isNobody, type Standing, type StandingChange } from './standing';

type Sql = ReturnType<typeof raw>;

/** People of whom a condition no longer holds. */
export type Leaving = {
  /** At most countLimit + 1. */
  readonly people: readonly { readonly sub: string; readonly username: string }[];
  /** There may be more: not everybody was looked at. */
  readonly isAtLeast: boolean;
};

/** So many uses of scopes are looked at. */
const lookedUses = 20_000;

const most = countLimit + 1;

/**
 * Finds enabled people who are in `from` and not in `to`, for each change. Counting stops just past the limit.
 * @param looked so many accounts are looked at where everybody was in
 */
export async function findLeaving(
  db: Database,
  changes: readonly StandingChange[],
  { now, looked }: { readonly now: Date; readonly looked: number },
): Promise<readonly Leaving[]> {
  const parts = changes.flatMap((change, place) => (isNobody(change) ? [] : [leaving(change, { place, now, looked })]));
  const found = new Map<number, Row[]>();
  if (parts.length > 0) {
    for (const row of await db.$queryRaw<Row[]>`${join(parts, ' UNION ALL ')}`) {
      const place = Number(row.place);
      const known = found.get(place);
      if (known === undefined) found.set(place, [row]);
      else known.push(row);
    }
  }
  return changes.map((_, place) => {
    const people = found.get(place) ?? [];
    return { people, isAtLeast: people.length <= countLimit && (people[0]?.isMore ?? null) !== null };
  });
}

type Row = {
  readonly place: bigint | number;
  readonly sub: string;
  readonly username: string;
  readonly isMore: unknown;
};

type Part = { readonly place: number; readonly now: Date; readonly looked: number };

function leaving(change: StandingChange, { place, now, looked }: Part): Sql {
  const { from, to } = change;
  const candidates =
    from === 'everyone'
      ? sql`(SELECT "sub", "username", "enabled" FROM "User" ORDER BY "sub" LIMIT ${looked}) u`
      : sql`(${join([...candidatesIn(change, now)], ' UNION ')}) c JOIN "User" u ON u."sub" = c."sub"`;
  const isMore =
    from === 'everyone'
      ? sql`(SELECT 1 FROM "User" ORDER BY "sub" LIMIT 1 OFFSET ${looked})`
      : sql`CAST(NULL AS INTEGER)`;
  return sql`SELECT * FROM (SELECT ${raw(String(place))} AS "place", u."sub", u."username", ${isMore} AS "isMore"
    FROM ${candidates} WHERE u."enabled" AND NOT ${isIn(to, now)} LIMIT ${most}) ${raw(`p${place}`)}`;
}

export type Users = { readonly used: number; readonly isUsedAtLeast: boolean };

/** Who used a client. */
export type UsersAsked = StandingChange & {
  readonly clientIds: readonly string[];
  /** Null for everybody. */
  readonly subs: readonly string[] | null;
  readonly since: Date;
  readonly now: Date;
};

type Count = { readonly place: bigint | number; readonly used: bigint | number; readonly looked: bigint | number };

/** How many people who are in `from` and not in `to` used one of some clients since a time, for each question. */
export async function countUsers(db: Database, asked: readonly UsersAsked[]): Promise<readonly Users[]> {
  const parts = asked.flatMap((one, place) =>
    one.clientIds.length === 0 || one.subs?.length === 0 ? [] : [users(one, place)],
  );
  const rows = parts.length === 0 ? [] : await db.$queryRaw<Count[]>`${join(parts, ' UNION ALL ')}`;
  const counts = new Map(rows.map((row) => [Number(row.place), row]));
  return asked.map((_, place) => {
    const row = counts.get(place);
    const used = Number(row?.used ?? 0);
    return { used, isUsedAtLeast: Number(row?.looked ?? 0) >= lookedUses && used <= countLimit };
  });
}

function users({ clientIds, from, to, subs, since, now }: UsersAsked, place: number): Sql {
  const isOneOf = subs === null ? empty : sql`AND s."sub" IN (${join([...subs])})`;
  return sql`SELECT ${raw(String(place))} AS "place", count(*) AS "looked",
      count(DISTINCT CASE WHEN u."enabled" AND ${isIn(from, now)} AND NOT ${isIn(to, now)} THEN u."sub" END) AS "used"
    FROM (SELECT s."sub" FROM "ScopeUse" s WHERE s."clientId" IN (${join([...clientIds])}) ${isOneOf}
      AND s."lastUsedAt" >= ${since} LIMIT ${lookedUses}) s JOIN "User" u ON u."sub" = s."sub"`;
}

/** How many conditions one statement asks. */
const conditionsAtOnce = 50;

/**
 * Of these conditions, those that no enabled person meets, by key.
 * @param hasAddress only people with a verified address count
 */
export async function listNobody(
  db: Database,
  standings: ReadonlyMap<string, Standing>,
  { now, hasAddress = false }: { readonly now: Date; readonly hasAddress?: boolean },
): Promise<ReadonlySet<string>> {
  const asked = [...standings].flatMap(([key, standing]) => (standing === 'everyone' ? [] : [{ key, standing }]));
  const nobody = new Set(asked.map(({ key }) => key));
  const counts = sql`u."enabled" IS TRUE ${hasAddress ? sql`AND u."emailVerified" IS TRUE` : empty}`;
  for (let start = 0; start < asked.length; start += conditionsAtOnce) {
    const parts = asked.slice(start, start + conditionsAtOnce).flatMap(({ key, standing }) => {
      const candidates = candidatesIn({ from: standing, to: { groupIds: [], targets: [], sources: [] } }, now, counts);
      return candidates.map((one) => sql`SELECT CAST(${key} AS TEXT) AS "key" WHERE EXISTS (${one})`);
    });
    if (parts.length === 0) continue;
    for (const { key } of await db.$queryRaw<{ key: string }[]>`${join(parts, ' UNION ALL ')}`) nobody.delete(key);
  }
  return nobody;
}

/** The people with memberships from a source. */
export async function listPeopleFrom(db: Database, source: string, now: Date): Promise<readonly string[]> {
  const rows = await db.$queryRaw<{ sub: string }[]>`
    SELECT DISTINCT m."sub" FROM "Membership" m WHERE m."source" = ${source} AND ${isLive('m', now)} LIMIT ${most}`;
  return rows.map(({ sub }) => sub);
}

/** Whoever may be in `from` and not in `to`, each by an index. */
function candidatesIn(change: StandingChange, now: Date, who?: Sql): readonly Sql[] {
  const { groupIds, targets, sources, ending, keptIds } = candidatesOf(change);
  const parts: Sql[] = [];
  const people = (table: string) =>
    who === undefined ? empty : sql`JOIN "User" u ON u."sub" = ${raw(table)}."sub" AND ${who}`;
  if (groupIds.length > 0) {
    parts.push(sql`SELECT m."sub" FROM "Membership" m ${people('m')}
      WHERE m."groupId" IN (${join([...groupIds])}) AND ${isLive('m', now)} AND ${counts('m', sources)}`);
  }
  if (keptIds.length > 0) {
    parts.push(sql`SELECT m."sub" FROM "Membership" m
      WHERE m."source" IN (${join([...ending])}) AND m."groupId" IN (${join([...keptIds])}) AND ${isLive('m', now)}`);
  }
  if (targets.length > 0) {
    parts.push(
      sql`SELECT a."sub" FROM "Assignment" a ${people('a')} WHERE a."target" IN (${join([...targets])}) AND ${isLive('a', now)}`,
    );
  }
  return parts;
}

/** Whether the person of the row `u` is in. */
function isIn(standing: Standing, now: Date): Sql {
  if (standing === 'everyone') return sql`1 = 1`;
  const { groupIds, targets, sources } = standing;
  const parts: Sql[] = [];
  if (groupIds.length > 0) {
    parts.push(sql`EXISTS (SELECT 1 FROM "Membership" i WHERE i."sub" = u."sub"
      AND i."groupId" IN (${join([...groupIds])}) AND ${isLive('i', now)} AND ${counts('i', sources)})`);
  }
  if (targets.length > 0) {
    parts.push(sql`EXISTS (SELECT 1 FROM "Assignment" j WHERE j."sub" = u."sub"
      AND j."target" IN (${join([...targets])}) AND ${isLive('j', now)})`);
  }
  return parts.length === 0 ? sql`1 = 0` : sql`(${join(parts, ' OR ')})`;
}

function isLive(table: string, now: Date): Sql {
  const end = raw(`${table}."expiresAt"`);
  return sql`(${end} IS NULL OR ${end} > ${now})`;
}

/** Whether a membership counts: one that an administrator or a file gave, or one of a provider that maps groups. */
function counts(table: string, sources: readonly string[]): Sql {
  const source = raw(`${table}."source"`);
  const given = sql`(${source} NOT LIKE 'provider:%' AND ${source} NOT LIKE 'directory:%')`;
  return sources.length === 0 ? given : sql`(${given} OR ${source} IN (${join([...sources])}))`;
}
