import type { Database } from '#lib/db/database';
import { tenantWord } from '#lib/users/user-word-store';

/** Counting stops here. The page then says "more than". */
export const countLimit = 1000;

/** The number of people who are assigned to the tenant. Prisma's own count() reads all of them. */
export async function countMembers(db: Database, tenant: string): Promise<number> {
  const where = { word: tenantWord(tenant) };
  return (await db.userWord.findMany({ where, select: { sub: true }, take: countLimit + 1 })).length;
}

/** The creation times of the secrets of an API, or of all APIs if none is given. */
export async function listSecretTimes(
  db: Database,
  scopeName: string | null,
): Promise<{ id: string; createdAt: Date }[]> {
  const where = scopeName === null ? {} : { scopeName };
  return db.scopeSecret.findMany({ where, select: { id: true, createdAt: true } });
}

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
