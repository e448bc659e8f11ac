import type { Database, Transaction } from '#lib/db/database';
import { batchesOf } from '#lib/vocabulary/batches';
import { type Authentication, type NewGrant, toGrantColumns } from './grant';

/** Stores a new grant of a person. It is deleted after `expiresAt`, unless a token extends it. */
export async function createGrant(
  db: Database | Transaction,
  grant: NewGrant,
  times: { now: Date; expiresAt: Date },
): Promise<void> {
  const { now: createdAt, expiresAt } = times;
  await db.grant.create({ data: { ...toGrantColumns(grant, createdAt), createdAt, expiresAt }, select: { id: true } });
}

/** Whether a client has a live grant of a person for access while they are away. */
export async function hasOfflineGrant(
  tx: Transaction,
  { sub, clientId }: { readonly sub: string; readonly clientId: string },
  now: Date,
): Promise<boolean> {
  const rows = await tx.grant.findMany({
    where: { sub, clientId, revokedAt: null, expiresAt: { gt: now }, scope: { contains: 'offline_access' } },
    take: 20,
    select: { scope: true },
  });
  return rows.some(({ scope }) => scope.split(' ').includes('offline_access'));
}

/** Whether a client has a live grant of a person, or has ever used one. */
export async function hasBeenGranted(
  tx: Transaction,
  { sub, clientId }: { readonly sub: string; readonly clientId: string },
  now: Date,
): Promise<boolean> {
  const live = { sub, clientId, revokedAt: null, expiresAt: { gt: now } };
  const found =
    (await tx.grant.findFirst({ where: live, select: { id: true } })) ??
    (await tx.scopeUse.findFirst({ where: { sub, clientId }, select: { scope: true } }));
  return found !== null;
}

/** Whether a client has a live grant of anybody. */
export async function hasGrants(tx: Transaction, clientId: string, now: Date): Promise<boolean> {
  const found = await tx.grant.findFirst({
    where: { clientId, sub: { not: null }, revokedAt: null, expiresAt: { gt: now } },
    select: { id: true },
  });
  return found !== null;
}

/** The scopes that a client has through this person's live grants. */
export async function listGrantedScopes(
  db: Database,
  { sub, clientId }: { readonly sub: string; readonly clientId: string },
  now: Date,
): Promise<ReadonlySet<string>> {
  const rows = await db.grant.findMany({
    where: { sub, clientId, revokedAt: null, expiresAt: { gt: now } },
    orderBy: { createdAt: 'desc' },
    take: 20,
    select: { scope: true },
  });
  return new Set(rows.flatMap(({ scope }) => scope.split(' ')));
}

/** Revokes a grant, and with it all of its codes and tokens. An earlier reason stays. */
export async function revokeGrant(db: Database | Transaction, id: string, reason: string, now: Date): Promise<void> {
  await db.grant.updateMany({ where: { id, revokedAt: null }, data: { revokedAt: now, revokedReason: reason } });
}

/** Revokes all grants of a client. */
export async function revokeGrantsOfClient(
  tx: Transaction,
  clientId: string,
  reason: string,
  now: Date,
): Promise<void> {
  await tx.grant.updateMany({ where: { clientId, revokedAt: null }, data: { revokedAt: now, revokedReason: reason } });
}

/** Revokes all grants under these tenants. It reads all grants, because this is too rare for an index. */
export async function revokeGrantsOfTenants(tx: Transaction, tenants: readonly string[], now: Date): Promise<void> {
  const data = { revokedAt: now, revokedReason: 'tenant_deleted' };
  for (const names of batchesOf(tenants)) {
    await tx.grant.updateMany({ where: { tenant: { in: names }, revokedAt: null }, data });
  }
}

/**
 * Extends a grant until its newest token has expired, and locks it against a concurrent revocation. It never ends
 * earlier, because an older token may live longer.
 * @returns false if the grant was revoked in the meantime
 */
export async function extendGrant(tx: Transaction, id: string, expiresAt: Date): Promise<boolean> {
  const count = await tx.$executeRaw`
    UPDATE "Grant" SET "expiresAt" = CASE WHEN "expiresAt" > ${expiresAt} THEN "expiresAt" ELSE ${expiresAt} END
    WHERE "id" = ${id} AND "revokedAt" IS NULL`;
  return count === 1;
}

/** What a grant's sign-in proved. Null for an unknown grant. */
export async function findGrantProof(db: Database, id: string): Promise<Pick<Authentication, 'acr' | 'amr'> | null> {
  const row = await db.grant.findUnique({ where: { id }, select: { acr: true, amr: true } });
  return row && { acr: row.acr, amr: row.amr?.split(' ') ?? [] };
}
