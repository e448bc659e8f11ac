import type { Database } from '#lib/db/database';

/** Counting stops here: a page says "more than". */
export const countLimit = 1000;

/** What lives of a client, each number at most countLimit + 1. */
export type ClientUsage = {
  /** People with a live grant. */
  readonly people: number;
  readonly grants: number;
  readonly consents: number;
  /** Refresh tokens and reference access tokens that work now. JWTs are in no table. */
  readonly tokens: number;
};

export async function countUsage(db: Database, clientId: string, now: Date): Promise<ClientUsage> {
  const take = countLimit + 1;
  const live = { expiresAt: { gt: now }, revokedAt: null };
  const people = await db.grant.groupBy({
    by: ['sub'],
    where: { clientId, sub: { not: null }, ...live },
    orderBy: { sub: 'asc' },
    take,
  });
  const refreshTokens = await db.refreshToken.count({
    where: { consumedAt: null, expiresAt: { gt: now }, grant: { clientId, ...live } },
    take,
  });
  const references = await db.accessToken.count({ where: { clientId, ...live }, take });
  return {
    people: people.length,
    grants: await db.grant.count({ where: { clientId, ...live }, take }),
    consents: await db.consent.count({
      where: { clientId, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] },
      take,
    }),
    tokens: Math.min(take, refreshTokens + references),
  };
}

/** When a client and its secrets were made, and when it was changed last. */
export async function findClientTimes(db: Database, clientId: string) {
  return db.client.findUnique({
    where: { clientId },
    select: { createdAt: true, updatedAt: true, secrets: { select: { id: true, createdAt: true } } },
  });
}
