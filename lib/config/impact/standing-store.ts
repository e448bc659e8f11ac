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

/** Where everybody was in, so many accounts are looked at. */
const looked = 10_000;

/** So many uses of scopes are looked at. */
const lookedUses = 20_000;

const most = countLimit + 1;

/** Finds enabled people who are in `from` and not in `to`. Counting stops just past the limit. */
export async function findLeaving(db: Database, change: StandingChange, now: Date): Promise<Leaving> {
  if (isNobody(change)) return { people: [], isAtLeast: false };
  const { from, to } = change;
  const candidates =
    from === 'everyone'
      ? sql`(SELECT "sub", "username", "enabled" FROM "User" ORDER BY "sub" LIMIT ${looked}) u`
      : sql`(${join([...candidatesIn(change, now)], ' UNION ')}) c JOIN "User" u ON u."sub" = c."sub"`;
  const isMore = from === 'everyone' ? sql`(SELECT 1 FROM "User" ORDER BY "sub" LIMIT 1 OFFSET ${looked})` : sql`NULL`;
  const people = await db.$queryRaw<{ sub: string; username: string; isMore: unknown }[]>`
    SELECT u."sub", u."username", ${isMore} AS "isMore"
    FROM ${candidates} WHERE u."enabled" AND NOT ${isIn(to, now)} LIMIT ${most}`;
  return { people, isAtLeast: people.length <= countLimit && (people[0]?.isMore ?? null) !== null };
}

type Users = { readonly used: number; readonly isUsedAtLeast: boolean };

type Asked = StandingChange & {
  /** Null for everybody. */
  readonly subs: readonly string[] | null;
  readonly since: Date;
  readonly now: Date;
};

/** How many people who are in `from` and not in `to` used one of these clients since a time. */
export async function countUsers(
  db: Database,
  clientIds: readonly string[],
  { from, to, subs, since, now }: Asked,
): Promise<Users> {
  if (clientIds.length === 0 || subs?.length === 0) return { used: 0, isUsedAtLeast: false };
  const isOneOf = subs === null ? empty : sql`AND s."sub" IN (${join([...subs])})`;
  const [row] = await db.$queryRaw<{ used: bigint | number; looked: bigint | number }[]>`
    SELECT count(*) AS "looked",
      count(DISTINCT CASE WHEN u."enabled" AND ${isIn(from, now)} AND NOT ${isIn(to, now)} THEN u."sub" END) AS "used"
    FROM (SELECT s."sub" FROM "ScopeUse" s WHERE s."clientId" IN (${join([...clientIds])}) ${isOneOf}
      AND s."lastUsedAt" >= ${since} LIMIT ${lookedUses}) s JOIN "User" u ON u."sub" = s."sub"`;
  const used = Number(row?.used ?? 0);
  return { used, isUsedAtLeast: Number(row?.looked ?? 0) >= lookedUses && used <= countLimit };
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
