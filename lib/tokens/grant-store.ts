import type { Database, Transaction } from '#lib/db/database';
import type { Slice } from '#lib/db/removal';
import { type GrantedBy, grantedClient, isRevokedInSlices, newestRevocation } from '#lib/db/revoke-grants';
import { forUpdate, raw, sql } from '#lib/db/sql';
import { defineWrite } from '#lib/db/statement';
import { type Step, writeOnce } from '#lib/db/step';
import { type Authentication, type NewGrant, takenScopes, toGrantColumns } from './grant';

const columns = `"id", "clientId", "sub", "sid", "scope", "resources", "authTime", "amr", "idp", "acr", "tenant", "claims",
    "offlineImplied", "createdAt", "expiresAt", "era"`;

const created = defineWrite({
  sqlite: `INSERT INTO "Grant" (${columns})
  SELECT @id, k."clientId", @sub, @sid, @scope, @resources, @authTime, @amr, @idp, @acr, @tenant, @claims, @offlineImplied, @now,
    @expiresAt, ${newestRevocation} ${grantedClient.sqlite}`,
  // In a SELECT, a value without a type is a text.
  postgresql: `INSERT INTO "Grant" (${columns})
  SELECT @id, k."clientId", @sub, @sid, @scope, @resources, CAST(@authTime AS TIMESTAMP), @amr, @idp, @acr, @tenant, @claims,
    CAST(@offlineImplied AS BOOLEAN), CAST(@now AS TIMESTAMP), CAST(@expiresAt AS TIMESTAMP), ${newestRevocation}
  ${grantedClient.postgresql}`,
});

/**
 * Stores a new grant of a person. It is deleted after `expiresAt`, unless a token extends it. Refused if the client was
 * deleted, or its access ended, after the configuration of this process was read.
 */
export function createGrant(
  grant: NewGrant,
  { now, expiresAt, revision }: GrantedBy & { readonly now: Date; readonly expiresAt: Date },
): Step<'access_ended'> {
  return writeOnce(created, { ...toGrantColumns(grant, now), now, expiresAt, revision }, 'access_ended');
}

/** Whether a client has a live grant of a person for access while they are away. */
export async function hasOfflineGrant(
  db: Database,
  { sub, clientId }: { readonly sub: string; readonly clientId: string },
  now: Date,
): Promise<boolean> {
  const rows = await db.$queryRaw<{ scope: string }[]>`
    SELECT g."scope" FROM "Grant" g WHERE ${live({ sub, clientId }, now)} AND g."scope" LIKE '%offline%' LIMIT 20`;
  return rows.some(({ scope }) => scope.split(' ').includes('offline_access'));
}

/** Whether a client has a live grant of a person, or has ever used one. */
export async function hasBeenGranted(
  db: Database,
  { sub, clientId }: { readonly sub: string; readonly clientId: string },
  now: Date,
): Promise<boolean> {
  const [grant] = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM "Grant" g WHERE ${live({ sub, clientId }, now)} LIMIT 1`;
  if (grant !== undefined) return true;
  return (await db.scopeUse.findFirst({ where: { sub, clientId }, select: { scope: true } })) !== null;
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
  const rows = await db.$queryRaw<{ scope: string; takenScopes: string | null }[]>`
    SELECT g."scope", ${raw(takenScopes)} FROM "Grant" g
    WHERE ${live({ sub, clientId }, now)} ORDER BY g."createdAt" DESC LIMIT 20`;
  return new Set(
    rows.flatMap(({ scope, takenScopes: taken }) => {
      const gone = taken?.split(' ') ?? [];
      return scope.split(' ').filter((name) => !gone.includes(name));
    }),
  );
}

/** Revokes a grant, and with it all of its codes and tokens. An earlier reason stays. */
export async function revokeGrant(db: Database | Transaction, id: string, reason: string, now: Date): Promise<void> {
  await db.grant.updateMany({ where: { id, revokedAt: null }, data: { revokedAt: now, revokedReason: reason } });
}

/** Revokes at most `limit` grants under a tenant. @returns how many */
export async function revokeSomeOfTenant(
  tx: Transaction,
  tenant: string,
  { dialect, limit, now }: Slice,
): Promise<number> {
  return tx.$executeRaw`
    UPDATE "Grant" SET "revokedAt" = ${now}, "revokedReason" = 'tenant_deleted'
    WHERE "id" IN (SELECT "id" FROM "Grant" WHERE "tenant" = ${tenant} AND "revokedAt" IS NULL
      LIMIT ${limit} ${forUpdate(dialect)})`;
}

/** SQL: a grant never ends before a token that was issued earlier, with a longer lifetime. */
export const laterEnd = 'CASE WHEN "Grant"."expiresAt" > @keepUntil THEN "Grant"."expiresAt" ELSE @keepUntil END';

/** SQL. IS TRUE keeps PostgreSQL from an index in which all live grants are alike. */
export const isNotRevoked = `("Grant"."revokedAt" IS NULL) IS TRUE AND NOT ${isRevokedInSlices('"Grant"')}`;

const extended = defineWrite(`UPDATE "Grant" SET "expiresAt" = ${laterEnd} WHERE "id" = @grantId AND ${isNotRevoked}`);

/**
 * Extends a grant until its newest token has expired, and locks it against a concurrent revocation. Refused if it was
 * revoked in the meantime.
 */
export function extendGrant(grantId: string, keepUntil: Date): Step<'revoked'> {
  return writeOnce(extended, { grantId, keepUntil }, 'revoked');
}

/** What a grant's sign-in proved. Null for an unknown grant. */
export async function findGrantProof(db: Database, id: string): Promise<Pick<Authentication, 'acr' | 'amr'> | null> {
  const row = await db.grant.findUnique({ where: { id }, select: { acr: true, amr: true } });
  return row && { acr: row.acr, amr: row.amr?.split(' ') ?? [] };
}
