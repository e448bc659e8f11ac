import type { Database } from '#lib/db/database';
import { tenantWord } from '#lib/users/user-word-store';

/** Counting stops here: a page says "more than". */
export const countLimit = 1000;

/** How many people are listed as the tenant's. Prisma's own count() reads all of them. */
export async function countMembers(db: Database, tenant: string): Promise<number> {
  const where = { word: tenantWord(tenant) };
  return (await db.userWord.findMany({ where, select: { sub: true }, take: countLimit + 1 })).length;
}
