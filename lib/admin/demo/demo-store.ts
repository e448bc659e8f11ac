import type { Database } from '#lib/db/database';

/** The canonical usernames of the users with these subjects, by subject. */
export async function listUsernames(db: Database, subs: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (subs.length === 0) return new Map();
  const users = await db.user.findMany({
    where: { sub: { in: [...subs] } },
    select: { sub: true, canonicalUsername: true },
    orderBy: { canonicalUsername: 'asc' },
  });
  return new Map(users.map(({ sub, canonicalUsername }) => [sub, canonicalUsername]));
}
