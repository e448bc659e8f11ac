import type { Database } from '#lib/db/database';
import { tenantWord } from '#lib/users/user-word-store';

/** The accounts that were under attack since a time, the latest first. */
export async function findAttacked(db: Database, since: Date, limit: number): Promise<string[]> {
  const rows = await db.factorFailure.findMany({
    where: { attackedAt: { gte: since } },
    orderBy: { attackedAt: 'desc' },
    take: limit,
    select: { sub: true },
  });
  return rows.map(({ sub }) => sub);
}

/** Those of the given subs that were under attack since a time. */
export async function findAttackedAmong(db: Database, subs: readonly string[], since: Date): Promise<string[]> {
  const where = { sub: { in: [...subs] }, attackedAt: { gte: since } };
  return (await db.factorFailure.findMany({ where, select: { sub: true } })).map(({ sub }) => sub);
}

/** The users with an identity at a provider, the latest sign-in there first. */
export async function findLinked(db: Database, provider: string, limit: number): Promise<string[]> {
  const rows = await db.userIdentity.findMany({
    where: { provider },
    orderBy: { lastUsedAt: 'desc' },
    take: limit,
    select: { sub: true },
  });
  return rows.map(({ sub }) => sub);
}

/** The users of a tenant, in no particular order. */
export async function findOfTenant(db: Database, tenant: string, limit: number): Promise<string[]> {
  const rows = await db.userWord.findMany({
    where: { word: tenantWord(tenant) },
    orderBy: { sub: 'asc' },
    take: limit,
    select: { sub: true },
  });
  return rows.map(({ sub }) => sub);
}
