import type { Database } from '#lib/db/database';

/** The sign-ins of a client on days (UTC) from one on; days without any have no row. */
export async function listSignInDays(
  db: Database,
  clientId: string,
  from: Date,
): Promise<readonly { readonly day: Date; readonly count: number }[]> {
  return db.clientUsageDay.findMany({
    where: { clientId, metric: 'sign_in.ok', day: { gte: from } },
    select: { day: true, count: true },
  });
}

/** The records of refused requests of a client, as long as they are kept. */
export async function countRefused(db: Database, clientId: string): Promise<number> {
  return db.explanation.count({ where: { clientId } });
}
