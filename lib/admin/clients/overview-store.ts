import type { Database } from '#lib/db/database';

/** The sign-ins of a client on days (UTC) from one on; days without any have no row. */
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

/** The records of refused requests of a client, as long as they are kept. */
export async function countRefused(db: Database, clientId: string): Promise<number> {
  return db.explanation.count({ where: { clientId } });
}
