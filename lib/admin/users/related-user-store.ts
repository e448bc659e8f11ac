import type { Database } from '#lib/db/database';

/** Those at whose accounts somebody guessed since a time, the latest first. */
export async function findAttacked(db: Database, since: Date, limit: number): Promise<string[]> {
  const rows = await db.factorFailure.findMany({
    where: { attackedAt: { gte: since } },
    orderBy: { attackedAt: 'desc' },
    take: limit,
    select: { sub: true },
  });
  return rows.map(({ sub }) => sub);
}

/** Those who can sign in with an identity provider, the latest to do so first. */
export async function findLinked(db: Database, provider: string, limit: number): Promise<string[]> {
  const rows = await db.userIdentity.findMany({
    where: { provider },
    orderBy: { lastUsedAt: 'desc' },
    take: limit,
    select: { sub: true },
  });
  return rows.map(({ sub }) => sub);
}
