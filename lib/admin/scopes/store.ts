import type { Database } from '#lib/db/database';

/** When the secrets of an API were made. */
export async function listSecretTimes(db: Database, scopeName: string): Promise<{ id: string; createdAt: Date }[]> {
  return db.scopeSecret.findMany({ where: { scopeName }, select: { id: true, createdAt: true } });
}
