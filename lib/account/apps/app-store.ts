import type { Database, Transaction } from '#lib/db/database';
import { liveGrants } from '#lib/tokens/grant-group-store';

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
