import type { Database } from '#lib/db/database';

/** The sign-ins of a client in hours (UTC) from one on; hours without any have no row. */
export async function listSignInHours(
  db: Database,
  clientId: string,
  from: Date,
): Promise<readonly { readonly hour: Date; readonly count: number }[]> {
  return db.clientUsageHour.findMany({
    where: { clientId, hour: { gte: from } },
    select: { hour: true, count: true },
  });
}

/** The records of refused requests of a client, as long as they are kept. */
export async function countRefused(db: Database, clientId: string): Promise<number> {
  return db.explanation.count({ where: { clientId } });
}
