import type { Database } from '#lib/db/database';
import { join, sql } from '#lib/db/sql';
import { tenantWord } from '#lib/users/user-word-store';
import { batchesOf } from '#lib/vocabulary/batches';
import { keyRange, searchWords } from '#lib/vocabulary/search-key';

/** The columns of a user that a list shows. */
export type UserRow = {
  readonly sub: string;
  readonly username: string;
  readonly usernameKey: string;
  readonly claims: string;
  readonly enabled: boolean;
  readonly admin: string | null;
  /** JSON. */
  readonly tenants: string;
  readonly createdAt: Date;
  readonly lastSignInAt: Date | null;
};

export const lineColumns = {
  sub: true,
  username: true,
  usernameKey: true,
  claims: true,
  enabled: true,
  admin: true,
  tenants: true,
  createdAt: true,
  lastSignInAt: true,
} as const;

/** The conditions of a list of users. All given ones must match. */
export type UserFilter = {
  readonly enabled?: boolean;
  readonly admin?: string;
  /** The person never signed in. */
  readonly lastSignInAt?: null;
  /** They got a token since a full hour. */
  readonly active?: { readonly hour: { readonly gte: Date } };
  readonly sub?: { readonly in: string[] };
  /** One of their factors was under attack since a time. */
  readonly factorFailures?: { readonly some: { readonly attackedAt: { readonly gte: Date } } };
  /** They have an identity at a provider. */
  readonly identities?: { readonly some: { readonly provider: string } };
  /** They are in a group at a time. */
  readonly memberships?: {
    readonly some: { readonly groupId: string; readonly OR: { expiresAt: null | { gt: Date } }[] };
  };
  /** The index has a word for them. */
  readonly words?: { readonly some: { readonly word: string } };
};

/**
 * The conditions of a filter for users that their subs find. Written like this, SQLite does not use the index on
 * `enabled`, which leads to nearly every account.
 */
function besideSubs({ enabled, ...others }: UserFilter) {
  return enabled === undefined ? others : { ...others, NOT: { enabled: !enabled } };
}

/** The orders of the list. Users with the same time, or without one, are sorted by username. */
export type UserOrder = 'username' | 'created' | 'last_sign_in';

/** A place in an order: the time of a user, and the key of their username. */
export type UserPlace = { readonly at: Date | null; readonly usernameKey: string };

/** The place of a user in an order. */
export function placeOf({ createdAt, lastSignInAt, usernameKey }: UserRow, by: UserOrder): UserPlace {
  return { at: by === 'created' ? createdAt : by === 'last_sign_in' ? lastSignInAt : null, usernameKey };
}

type Side = {
  readonly by: UserOrder;
  readonly direction: 'asc' | 'desc';
  /** The place before the page in this direction. Null from the start. */
  readonly place: UserPlace | null;
  readonly limit: number;
};

const columnOf = { created: 'createdAt', last_sign_in: 'lastSignInAt' } as const;

/**
 * The users after a place in the list, the nearest first. Users who never signed in come before the earliest sign-in.
 */
export async function findSorted(
  db: Database,
  filter: UserFilter,
  { by, direction, place, limit }: Side,
): Promise<UserRow[]> {
  if (by === 'username') return findStretch(db, filter, { direction, place, limit });
  const column = columnOf[by];
  if (column === 'createdAt') return findStretch(db, filter, { direction, place, limit, column });
  const never = (side: Pick<Side, 'place' | 'limit'>) =>
    findStretch(db, { AND: [filter, { lastSignInAt: null }] }, { direction, ...side });
  const ever = (side: Pick<Side, 'place' | 'limit'>) => findStretch(db, filter, { direction, column, ...side });
  const isInFirst = place === null || (place.at === null) === (direction === 'asc');
  const [first, second] = direction === 'asc' ? [never, ever] : [ever, never];
  if (!isInFirst) return second({ place, limit });
  const rows = await first({ place, limit });
  if (rows.length === limit) return rows;
  return [...rows, ...(await second({ place: null, limit: limit - rows.length }))];
}

type Stretch = Omit<Side, 'by'> & { readonly column?: 'createdAt' | 'lastSignInAt' };

/** Users by one index. With a column, only those who have a time there. */
function findStretch(
  db: Database,
  filter: UserFilter | { readonly AND: readonly UserFilter[] },
  { direction, place, limit, column }: Stretch,
): Promise<UserRow[]> {
  const [beyond, upTo] = direction === 'asc' ? (['gt', 'gte'] as const) : (['lt', 'lte'] as const);
  const behind = place && { usernameKey: { [beyond]: place.usernameKey } };
  const at = place?.at ?? null;
  const all = ('AND' in filter ? filter.AND : [filter]).map((one) => (one.sub === undefined ? one : besideSubs(one)));
  const conditions = [
    ...all,
    ...(column === 'lastSignInAt' ? [{ lastSignInAt: { not: null } }] : []),
    ...(behind && column === undefined ? [behind] : []),
    // The first bound lets the index start at the right place. The OR only excludes rows of the same time.
    ...(behind && column && at
      ? [{ [column]: { [upTo]: at } }, { OR: [{ [column]: { [beyond]: at } }, { [column]: at, ...behind }] }]
      : []),
  ];
  return db.user.findMany({
    where: { AND: conditions },
    orderBy: [...(column ? [{ [column]: direction }] : []), { usernameKey: direction }],
    take: limit,
    select: lineColumns,
  });
}

// Prisma's own count() sorts every row before it stops. These functions read only as many rows as they count.

/** The number of users that match a filter. @param limit counting stops there */
export async function countSome(db: Database, filter: UserFilter, limit: number): Promise<number> {
  // In an order that an index has for each filter. Prisma's own, by sub, would make the database sort every match.
  const orderBy = { usernameKey: 'asc' } as const;
  const where = filter.sub === undefined ? filter : besideSubs(filter);
  return (await db.user.findMany({ where, orderBy, select: { sub: true }, take: limit })).length;
}

/** The users with these subs, as far as they exist. */
export function findBySubs(db: Database, subs: readonly string[]): Promise<UserRow[]> {
  return db.user.findMany({ where: { sub: { in: [...subs] } }, select: lineColumns });
}

/** The subs that belong to a user. */
export async function findKnownSubs(db: Database, subs: readonly string[]): Promise<string[]> {
  if (subs.length === 0) return [];
  return (await db.user.findMany({ where: { sub: { in: [...subs] } }, select: { sub: true } })).map(({ sub }) => sub);
}

/** The open sessions of users and their active grants. @param limit counting stops there */
export async function countLiveOf(
  db: Database,
  { subs, now }: { readonly subs: readonly string[]; readonly now: Date },
  limit: number,
): Promise<{ readonly sessions: number; readonly grants: number }> {
  const live = { sub: { in: [...subs] }, expiresAt: { gt: now } };
  const sessions = await db.session.findMany({ where: { ...live, endedAt: null }, select: { sid: true }, take: limit });
  const grants = await db.grant.findMany({ where: { ...live, revokedAt: null }, select: { id: true }, take: limit });
  return { sessions: sessions.length, grants: grants.length };
}

export async function countUsersOf(db: Database, filter: UserFilter): Promise<number> {
  return db.user.count({ where: filter });
}

/** A search uses only this many words of its text. */
const maximumWords = 6;

/**
 * The maximum number of words of one person with the same start. A given name counts once, even if it is in the
 * username, the name and the address.
 */
const wordsOfOne = 3;

/**
 * The maximum number of candidates of a search with several words and a filter. Without a filter, the limit of the
 * search is enough.
 */
const maximumCandidates = 1000;

type Found = {
  readonly rows: readonly UserRow[];
  /** The search stopped before it had seen all users. */
  readonly isCut: boolean;
};

/**
 * Finds people by the words of a text. For every word, the username, name or email address must have a word that starts
 * with it. The text can also be the subject of a person. People with the shortest matching word come first.
 */
export async function findByWords(
  db: Database,
  filter: UserFilter,
  { text, limit }: { readonly text: string; readonly limit: number },
): Promise<Found> {
  const words = searchWords(text).slice(0, maximumWords);
  const bySub = await db.user.findMany({
    where: { AND: [besideSubs(filter), { sub: text }] },
    take: 1,
    select: lineColumns,
  });
  const { rows, isCut } = await findWords(db, filter, words, limit);
  const people = [...new Map([...bySub, ...rows].map((row) => [row.sub, row])).values()];
  return { rows: people.slice(0, limit), isCut: isCut || people.length > limit };
}

async function findWords(db: Database, filter: UserFilter, words: readonly string[], limit: number): Promise<Found> {
  const [word, ...others] = words;
  if (word === undefined) return { rows: [], isCut: false };
  return others.length === 0 ? findByWord(db, filter, { word, limit }) : findByAll(db, filter, { words, limit });
}

async function findByWord(
  db: Database,
  filter: UserFilter,
  { word, limit }: { readonly word: string; readonly limit: number },
): Promise<Found> {
  const take = (limit + 1) * wordsOfOne;
  const hits = await db.userWord.findMany({
    where: { word: keyRange(word), user: { is: filter } },
    orderBy: [{ word: 'asc' }, { sub: 'asc' }],
    take,
    select: { user: { select: lineColumns } },
  });
  return { rows: hits.map(({ user }) => user), isCut: hits.length === take };
}

/**
 * Looks up the rarest word, and checks the other words of each candidate with one index lookup each, until there are
 * enough.
 */
async function findByAll(
  db: Database,
  filter: UserFilter,
  { words, limit }: { readonly words: readonly string[]; readonly limit: number },
): Promise<Found> {
  const [rarest, ...others] = await rarestFirst(db, words);
  if (rarest === undefined) return { rows: [], isCut: false };
  const asked = (limit + 1) * wordsOfOne;
  const take = Object.keys(filter).length === 0 ? asked : Math.max(asked, maximumCandidates);
  const { gte, lt } = rarest;
  // A scalar subquery, because the database may join a condition with EXISTS before it applies the limit.
  const hasOthers = others.map(
    (other) => sql`(SELECT o."sub" FROM "UserWord" o
      WHERE o."sub" = w."sub" AND o."word" >= ${other.gte} AND o."word" < ${other.lt} LIMIT 1) IS NOT NULL`,
  );
  const found = await db.$queryRaw<{ sub: string }[]>`
    SELECT w."sub" FROM "UserWord" w
    WHERE w."word" >= ${gte} AND w."word" < ${lt} AND ${join(hasOthers, ' AND ')}
    ORDER BY w."word", w."sub"
    LIMIT ${take}`;
  const rows = new Map<string, UserRow>();
  for (const subs of batchesOf([...new Set(found.map(({ sub }) => sub))])) {
    const batch = await db.user.findMany({
      where: { AND: [besideSubs(filter), { sub: { in: subs } }] },
      select: lineColumns,
    });
    for (const row of batch) rows.set(row.sub, row);
  }
  return { rows: found.flatMap(({ sub }) => rows.get(sub) ?? []), isCut: found.length === take };
}

type KeyRange = ReturnType<typeof keyRange>;

/** The ranges of the words, the least frequent first. Counting stops at a thousand people. */
async function rarestFirst(db: Database, words: readonly string[]): Promise<readonly KeyRange[]> {
  const ranges = words.map(keyRange);
  const counts = ranges.map(
    ({ gte, lt }, index) => sql`SELECT CAST(${index} AS INTEGER) AS "place", (SELECT COUNT(*) FROM (SELECT 1
      FROM "UserWord" w WHERE w."word" >= ${gte} AND w."word" < ${lt} LIMIT ${maximumCandidates}) AS counted) AS "count"`,
  );
  const rows = await db.$queryRaw<{ place: number; count: bigint }[]>`${join(counts, ' UNION ALL ')}`;
  const sorted = rows.toSorted((one, other) => Number(one.count) - Number(other.count));
  return sorted.flatMap(({ place }) => ranges[Number(place)] ?? []);
}

/** The accounts that were under attack since a time, the latest first. */
export async function findAttacked(db: Database, since: Date, limit: number): Promise<string[]> {
  const rows = await db.factorFailure.findMany({
    where: { attackedAt: { gte: since } },
    orderBy: { attackedAt: 'desc' },
    take: limit,
    select: { sub: true },
  });
  return rows.map(({ sub }) => sub);
}

/** Those of the given subs that were under attack since a time. */
export async function findAttackedAmong(db: Database, subs: readonly string[], since: Date): Promise<string[]> {
  const where = { sub: { in: [...subs] }, attackedAt: { gte: since } };
  return (await db.factorFailure.findMany({ where, select: { sub: true } })).map(({ sub }) => sub);
}

/** The users with an identity at a provider, the latest sign-in there first. */
export async function findLinked(db: Database, provider: string, limit: number): Promise<string[]> {
  const rows = await db.userIdentity.findMany({
    where: { provider },
    orderBy: { lastUsedAt: 'desc' },
    take: limit,
    select: { sub: true },
  });
  return rows.map(({ sub }) => sub);
}

/** The users of a tenant, in no particular order. */
export async function findOfTenant(db: Database, tenant: string, limit: number): Promise<string[]> {
  const rows = await db.userWord.findMany({
    where: { word: tenantWord(tenant) },
    orderBy: { sub: 'asc' },
    take: limit,
    select: { sub: true },
  });
  return rows.map(({ sub }) => sub);
}
