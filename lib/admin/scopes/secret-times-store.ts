import type { Database } from '#lib/db/database';

/** The creation times of the secrets of an API, or of all APIs if none is given. */
export async function listSecretTimes(
  db: Database,
  scopeName: string | null,
): Promise<{ id: string; createdAt: Date }[]> {
  const where = scopeName === null ? {} : { scopeName };
  return db.scopeSecret.findMany({ where, select: { id: true, createdAt: true } });
}
