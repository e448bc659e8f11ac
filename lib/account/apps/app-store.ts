import type { Database, Transaction } from '#lib/db/database';

/** The maximum number on a page. Nobody really has so many. */
const maximumRows = 500;

/** The grants of a person that still work, oldest first. */
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

/** The remembered consents of a person. */
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

/** Removes scopes from a grant. All of its tokens lose them. */
export async function setGrantScope(tx: Transaction, id: string, scope: readonly string[]): Promise<void> {
  await tx.grant.updateMany({ where: { id, revokedAt: null }, data: { scope: scope.join(' ') } });
}

/** Removes scopes from a remembered consent. If none is left, the consent is deleted. */
export async function setConsentScope(
  tx: Transaction,
  key: { readonly sub: string; readonly clientId: string },
  scope: readonly string[],
): Promise<void> {
  if (scope.length === 0) await tx.consent.deleteMany({ where: key });
  else await tx.consent.updateMany({ where: key, data: { scope: scope.join(' ') } });
}
