import type { Database, Transaction } from '#lib/db/database';
import { join, sql } from '#lib/db/sql';
import { batchesOf } from '#lib/vocabulary/batches';

/** Counting the people of a group stops just past this. */
export const countedMembers = 1000;

const membershipColumns = {
  sub: true,
  groupId: true,
  source: true,
  expiresAt: true,
  since: true,
  user: { select: { username: true } },
} as const;

const live = (now: Date) => ({ OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] });

/** The numbers of people in groups, by ID. Counting stops just past `countedMembers`. */
export async function countMembers(
  db: Database | Transaction,
  ids: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const counts = ids.map(
    (id) => sql`SELECT CAST(${id} AS TEXT) AS "id", (SELECT COUNT(*) FROM (SELECT DISTINCT m."sub" FROM "Membership" m
      WHERE m."groupId" = ${id} AND (m."expiresAt" IS NULL OR m."expiresAt" > ${now})
      LIMIT ${countedMembers + 1}) AS counted) AS "count"`,
  );
  const rows = await db.$queryRaw<{ id: string; count: bigint | number }[]>`${join(counts, ' UNION ALL ')}`;
  return new Map(rows.map(({ id, count }) => [id, Number(count)]));
}

/** The IDs of the groups without anybody. A scalar subquery finds each by the index. */
export async function listEmptyGroups(db: Database, now: Date): Promise<ReadonlySet<string>> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT g."id" FROM "Group" g WHERE (SELECT m."sub" FROM "Membership" m
      WHERE m."groupId" = g."id" AND (m."expiresAt" IS NULL OR m."expiresAt" > ${now}) LIMIT 1) IS NULL`;
  return new Set(rows.map(({ id }) => id));
}

type Place = { readonly sub: string; readonly source: string };

/** Memberships of a group that count, in the order of their people, after a place. */
export function listMembers(
  db: Database,
  groupId: string,
  { now, after, limit }: { readonly now: Date; readonly after: Place | null; readonly limit: number },
) {
  const beyond = after && {
    sub: { gte: after.sub },
    NOT: { sub: after.sub, source: { lte: after.source } },
  };
  return db.membership.findMany({
    where: { groupId, AND: [live(now), beyond ?? {}] },
    orderBy: [{ sub: 'asc' }, { source: 'asc' }],
    take: limit,
    select: membershipColumns,
  });
}

/** The memberships of these people in a group that count. */
export function listMembersAmong(db: Database | Transaction, groupId: string, subs: readonly string[], now: Date) {
  return db.membership.findMany({
    where: { groupId, sub: { in: [...subs] }, ...live(now) },
    orderBy: [{ sub: 'asc' }, { source: 'asc' }],
    select: membershipColumns,
  });
}

/** The memberships of a person that count. */
export function listMembershipsOfPerson(db: Database, sub: string, now: Date) {
  return db.membership.findMany({
    where: { sub, ...live(now) },
    orderBy: [{ groupId: 'asc' }, { source: 'asc' }],
    select: membershipColumns,
  });
}

/** The subs of people in a group. @param limit the most */
export async function findOfGroup(db: Database, groupId: string, now: Date, limit: number): Promise<string[]> {
  const rows = await db.membership.findMany({
    where: { groupId, ...live(now) },
    orderBy: { sub: 'asc' },
    take: limit,
    select: { sub: true },
  });
  return [...new Set(rows.map(({ sub }) => sub))];
}

export type NamedPerson = {
  readonly sub: string;
  readonly username: string;
  readonly canonicalUsername: string;
  /** The email address that is reserved for them, see findUsersByEmail(). Anybody may have typed another. */
  readonly address: string | null;
  readonly admin: string | null;
};

const personColumns = {
  sub: true,
  username: true,
  canonicalUsername: true,
  canonicalEmail: true,
  emailVerified: true,
  origin: true,
  admin: true,
} as const;

/** The people with one of these subs, canonical usernames or canonical email addresses, reserved or not. */
export async function listPeopleNamed(
  db: Database | Transaction,
  { subs, usernames, emails }: Readonly<Record<'subs' | 'usernames' | 'emails', readonly string[]>>,
): Promise<NamedPerson[]> {
  const found = new Map<string, NamedPerson>();
  const wanted = [
    ...batchesOf(subs).map((some) => ({ sub: { in: some } })),
    ...batchesOf(usernames).map((some) => ({ canonicalUsername: { in: some } })),
    ...batchesOf(emails).map((some) => ({ canonicalEmail: { in: some } })),
  ];
  for (const where of wanted) {
    for (const row of await db.user.findMany({ where, select: personColumns })) {
      const { canonicalEmail, emailVerified, origin, ...person } = row;
      found.set(row.sub, { ...person, address: emailVerified || origin === 'administrator' ? canonicalEmail : null });
    }
  }
  return [...found.values()];
}
