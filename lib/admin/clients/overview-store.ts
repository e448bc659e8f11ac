import type { Database } from '#lib/db/database';

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
