import type { Database } from '#lib/db/database';

/** Deletes all grants with their codes and tokens, between two tests. */
export async function forgetGrants(db: Database): Promise<void> {
  await db.refreshToken.deleteMany();
  await db.accessToken.deleteMany();
  await db.grant.deleteMany();
}
