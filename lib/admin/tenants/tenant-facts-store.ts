import type { Database } from '#lib/db/database';
import { tenantWord } from '#lib/users/user-word-store';

/** Counting stops here. The page then says "more than". */
export const countLimit = 1000;

/** The number of people who are assigned to the tenant. Prisma's own count() reads all of them. */
export async function countMembers(db: Database, tenant: string): Promise<number> {
  const where = { word: tenantWord(tenant) };
  return (await db.userWord.findMany({ where, select: { sub: true }, take: countLimit + 1 })).length;
}
