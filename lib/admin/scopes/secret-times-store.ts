import type { Database } from '#lib/db/database';

/** When the secrets of an API were made; of every API when none is named. */
export async function listSecretTimes(
  db: Database,
  scopeName: string | null,
): Promise<{ id: string; createdAt: Date }[]> {
  const where = scopeName === null ? {} : { scopeName };
  return db.scopeSecret.findMany({ where, select: { id: true, createdAt: true } });
}
