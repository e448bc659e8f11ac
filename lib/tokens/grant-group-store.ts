import type { Database, Transaction } from '#lib/db/database';

/** The grants of a person that still work, of one client or of all. */
export function liveGrants(sub: string, now: Date, clientId?: string) {
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
  /** When the last of them was given. */
  readonly newestAt: Date;
  /** When the last of them ends. */
  readonly expiresAt: Date;
  /** How many they are. */
  readonly count: number;
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
    _max: { createdAt: true, expiresAt: true },
    _count: { _all: true },
  });
  return rows.map(({ _min, _max, _count, ...alike }) => {
    const times = { createdAt: _min.createdAt ?? now, newestAt: _max.createdAt ?? now };
    return { ...alike, ...times, expiresAt: _max.expiresAt ?? now, count: _count._all };
  });
}
