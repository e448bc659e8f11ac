import type { Database } from '#lib/db/database';

/** Counting stops here: a page says "more than". */
export const countLimit = 1000;

/** How many people are listed as the tenant's; the column holds the names as JSON. */
export async function countMembers(db: Database, tenant: string): Promise<number> {
  return db.user.count({
    where: { tenants: { startsWith: '[', contains: JSON.stringify(tenant) } },
    take: countLimit + 1,
  });
}
