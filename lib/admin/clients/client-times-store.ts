import type { Database } from '#lib/db/database';

/** When a client and its secrets were created, and when the client last changed. */
export async function findClientTimes(db: Database, clientId: string) {
  return db.client.findUnique({
    where: { clientId, removedAt: null },
    select: { createdAt: true, updatedAt: true, secrets: { select: { id: true, createdAt: true } } },
  });
}

/** When each client was created. */
export async function listCreations(db: Database): Promise<ReadonlyMap<string, Date>> {
  const rows = await db.client.findMany({ where: { removedAt: null }, select: { clientId: true, createdAt: true } });
  return new Map(rows.map(({ clientId, createdAt }) => [clientId, createdAt]));
}
