import type { Database } from '#lib/db/database';
import { besideSubs, lineColumns, type UserFilter, type UserRow } from './account-store';

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
