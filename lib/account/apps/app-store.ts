import type { Database, Transaction } from '#lib/db/database';

/** The maximum that a page shows, above any real number. */
const maximumRows = 500;

/** What a person granted to clients and what still works, the oldest first. */
export async function listLiveGrants(db: Database | Transaction, sub: string, now: Date, clientId?: string) {
  return db.grant.findMany({
    where: { sub, ...(clientId !== undefined && { clientId }), revokedAt: null, expiresAt: { gt: now } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take: maximumRows,
    select: {
      id: true,
      clientId: true,
      sid: true,
      scope: true,
      createdAt: true,
      expiresAt: true,
      deviceRequests: { select: { hash: true }, take: 1 },
      refreshTokens: {
        where: { consumedAt: null, expiresAt: { gt: now } },
        select: { hash: true, confirmation: true },
        take: 1,
      },
    },
  });
}

/** What a person allowed clients and asked us to remember. */
export async function listConsents(db: Database | Transaction, sub: string, now: Date, clientId?: string) {
  return db.consent.findMany({
    where: {
      sub,
      ...(clientId !== undefined && { clientId }),
      OR: [{ expiresAt: null }, { expiresAt: { gt: now } }],
    },
    orderBy: { createdAt: 'asc' },
    take: maximumRows,
    select: { clientId: true, scope: true, createdAt: true },
  });
}

/** Takes scopes out of a grant; every token of it loses them. */
export async function setGrantScope(tx: Transaction, id: string, scope: readonly string[]): Promise<void> {
  await tx.grant.updateMany({ where: { id, revokedAt: null }, data: { scope: scope.join(' ') } });
}

/** Takes scopes out of a remembered consent; without any it is forgotten. */
export async function setConsentScope(
  tx: Transaction,
  key: { readonly sub: string; readonly clientId: string },
  scope: readonly string[],
): Promise<void> {
  if (scope.length === 0) await tx.consent.deleteMany({ where: key });
  else await tx.consent.updateMany({ where: key, data: { scope: scope.join(' ') } });
}
