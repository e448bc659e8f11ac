import type { Database, Transaction } from '#lib/db/database';
import type { Dialect } from '#lib/db/dialect';
import { isRevokedInSlices, newestRevocation } from '#lib/db/revoke-grants';
import { forUpdate, join, raw, sql } from '#lib/db/sql';
import { type Authentication, type NewGrant, toGrantColumns } from './grant';

/** Stores a new grant of a person. It is deleted after `expiresAt`, unless a token extends it. */
export async function createGrant(
  db: Database | Transaction,
  grant: NewGrant,
  times: { now: Date; expiresAt: Date },
): Promise<void> {
  const { now: createdAt, expiresAt } = times;
  const row = { ...toGrantColumns(grant, createdAt), createdAt, expiresAt };
  const columns = raw(
    Object.keys(row)
      .map((name) => `"${name}"`)
      .join(', '),
  );
  await db.$executeRaw`
    INSERT INTO "Grant" (${columns}, "era") VALUES (${join(Object.values(row))}, ${raw(newestRevocation)})`;
}

/** Whether a client has a live grant of a person for access while they are away. */
export async function hasOfflineGrant(
  tx: Transaction,
  { sub, clientId }: { readonly sub: string; readonly clientId: string },
  now: Date,
): Promise<boolean> {
  const rows = await tx.$queryRaw<{ scope: string }[]>`
    SELECT g."scope" FROM "Grant" g WHERE ${live({ sub, clientId }, now)} AND g."scope" LIKE '%offline%' LIMIT 20`;
  return rows.some(({ scope }) => scope.split(' ').includes('offline_access'));
}

/** Whether a client has a live grant of a person, or has ever used one. */
export async function hasBeenGranted(
  tx: Transaction,
  { sub, clientId }: { readonly sub: string; readonly clientId: string },
  now: Date,
): Promise<boolean> {
  const [grant] = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM "Grant" g WHERE ${live({ sub, clientId }, now)} LIMIT 1`;
  if (grant !== undefined) return true;
  return (await tx.scopeUse.findFirst({ where: { sub, clientId }, select: { scope: true } })) !== null;
}

/** The condition for the live grants `g` that a person gave a client. */
function live({ sub, clientId }: { readonly sub: string; readonly clientId: string }, now: Date) {
  return sql`g."sub" = ${sub} AND g."clientId" = ${clientId} AND g."revokedAt" IS NULL AND g."expiresAt" > ${now}
    AND NOT ${raw(isRevokedInSlices('g'))}`;
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
  const rows = await db.$queryRaw<{ scope: string }[]>`
    SELECT g."scope" FROM "Grant" g WHERE ${live({ sub, clientId }, now)} ORDER BY g."createdAt" DESC LIMIT 20`;
  return new Set(rows.flatMap(({ scope }) => scope.split(' ')));
}

/** Revokes a grant, and with it all of its codes and tokens. An earlier reason stays. */
export async function revokeGrant(db: Database | Transaction, id: string, reason: string, now: Date): Promise<void> {
  await db.grant.updateMany({ where: { id, revokedAt: null }, data: { revokedAt: now, revokedReason: reason } });
}

/** Revokes at most `limit` grants under a tenant. @returns how many */
export async function revokeSomeOfTenant(
  tx: Transaction,
  tenant: string,
  { dialect, limit, now }: { readonly dialect: Dialect; readonly limit: number; readonly now: Date },
): Promise<number> {
  return tx.$executeRaw`
    UPDATE "Grant" SET "revokedAt" = ${now}, "revokedReason" = 'tenant_deleted'
    WHERE "id" IN (SELECT "id" FROM "Grant" WHERE "tenant" = ${tenant} AND "revokedAt" IS NULL
      LIMIT ${limit} ${forUpdate(dialect)})`;
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
