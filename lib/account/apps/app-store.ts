import type { Database, Transaction } from '#lib/db/database';
import { type NamedClaims, writeNamedClaims } from '#lib/vocabulary/requested-claims';
import { storedList } from '#lib/vocabulary/stored';

/** The grants of a person that still work, of one client or of all. */
function liveGrants(sub: string, now: Date, clientId?: string) {
  return { sub, ...(clientId !== undefined && { clientId }), revokedAt: null, expiresAt: { gt: now } };
}

/** The live grants that a person gave one client with the same scope and claims. */
export type GrantGroup = {
  readonly clientId: string;
  readonly scope: string;
  /** The claims that were allowed by name, as stored. */
  readonly claims: string | null;
  /** When the first of them was given. */
  readonly createdAt: Date;
  /** When the last of them ends. */
  readonly expiresAt: Date;
};

/**
 * The live grants of a person, the oldest first. A client with a remembered consent can make any number of them, so the
 * database groups those that are alike, and none is left out.
 */
export async function listGrantGroups(
  db: Database | Transaction,
  sub: string,
  now: Date,
  clientId?: string,
): Promise<GrantGroup[]> {
  const rows = await db.grant.groupBy({
    by: ['clientId', 'scope', 'claims'],
    where: liveGrants(sub, now, clientId),
    orderBy: [{ _min: { createdAt: 'asc' } }, { scope: 'asc' }],
    _min: { createdAt: true },
    _max: { expiresAt: true },
  });
  return rows.map(({ _min, _max, ...alike }) => {
    return { ...alike, createdAt: _min.createdAt ?? now, expiresAt: _max.expiresAt ?? now };
  });
}

/** Live grants with a refresh token that works, by client and scope. */
export async function listRefreshableGroups(db: Database, sub: string, now: Date, clientId?: string) {
  const token = { consumedAt: null, expiresAt: { gt: now } };
  return db.grant.groupBy({
    by: ['clientId', 'scope'],
    where: { ...liveGrants(sub, now, clientId), refreshTokens: { some: token } },
    orderBy: { clientId: 'asc' },
  });
}

/** The clients with a refresh token that works without a key. */
export async function listUnboundClients(db: Database, sub: string, now: Date, clientId?: string): Promise<string[]> {
  const token = { consumedAt: null, expiresAt: { gt: now }, confirmation: null };
  const rows = await db.grant.groupBy({
    by: ['clientId'],
    where: { ...liveGrants(sub, now, clientId), refreshTokens: { some: token } },
    orderBy: { clientId: 'asc' },
  });
  return rows.map((row) => row.clientId);
}

/** How many devices were connected with a code, by client. */
export async function countDevices(
  db: Database,
  sub: string,
  now: Date,
  clientId?: string,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db.grant.groupBy({
    by: ['clientId'],
    where: { ...liveGrants(sub, now, clientId), deviceRequests: { some: {} } },
    orderBy: { clientId: 'asc' },
    _count: { _all: true },
  });
  return new Map(rows.map((row) => [row.clientId, row._count._all]));
}

/** The sessions of a client's live grants. */
export async function listGrantSessions(tx: Transaction, sub: string, now: Date, clientId: string): Promise<string[]> {
  const rows = await tx.grant.groupBy({
    by: ['sid'],
    where: { ...liveGrants(sub, now, clientId), sid: { not: null } },
    orderBy: { sid: 'asc' },
  });
  return rows.flatMap(({ sid }) => sid ?? []);
}

/** A remembered consent. `claims` were allowed by name without their scope. */
export type RememberedConsent = Pick<GrantGroup, 'clientId' | 'scope' | 'createdAt'> & {
  readonly claims: readonly string[];
};

/** The remembered consents of a person: one for each client at most. */
export async function listConsents(
  db: Database,
  sub: string,
  now: Date,
  clientId?: string,
): Promise<RememberedConsent[]> {
  const rows = await db.consent.findMany({
    where: {
      sub,
      ...(clientId !== undefined && { clientId }),
      OR: [{ expiresAt: null }, { expiresAt: { gt: now } }],
    },
    orderBy: { createdAt: 'asc' },
    select: { clientId: true, scope: true, claims: true, createdAt: true },
  });
  return rows.map(({ claims, ...row }) => ({ ...row, claims: claims === null ? [] : storedList(claims) }));
}

type Alike = Pick<GrantGroup, 'clientId' | 'scope' | 'claims'> & { readonly sub: string };

/** Removes scopes and claims from all grants of a group. All of their tokens lose them. */
export async function narrowGrantGroup(
  tx: Transaction,
  alike: Alike,
  left: { readonly scope: readonly string[]; readonly claims: NamedClaims },
): Promise<void> {
  const data = { scope: left.scope.join(' '), claims: writeNamedClaims(left.claims) };
  await tx.grant.updateMany({ where: { ...alike, revokedAt: null }, data });
}

/** Revokes all grants of a group, because the person took back what they need. */
export async function revokeGrantGroup(tx: Transaction, alike: Alike, now: Date): Promise<void> {
  const data = { revokedAt: now, revokedReason: 'withdrawn' };
  await tx.grant.updateMany({ where: { ...alike, revokedAt: null }, data });
}
