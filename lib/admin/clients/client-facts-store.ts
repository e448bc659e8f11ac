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

/** The daily sign-ins of a client (UTC), starting with a day. Days without sign-ins have no row. */
export async function listSignInDays(
  db: Database,
  clientId: string,
  from: Date,
): Promise<readonly { readonly start: Date; readonly count: number }[]> {
  return db.clientUsage.findMany({
    where: { clientId, unit: 'day', start: { gte: from } },
    select: { start: true, count: true },
  });
}

/** The number of refused requests of a client that are still recorded. */
export async function countRefused(db: Database, clientId: string): Promise<number> {
  return db.explanation.count({ where: { clientId } });
}
