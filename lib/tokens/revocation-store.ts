import type { HandleHash } from '#lib/crypto/random';
import type { Database } from '#lib/db/database';

/**
 * Revokes the grant of a client's refresh token. A concurrent rotation either finds the grant revoked, or its new token
 * is revoked with the grant.
 * @returns false if the client has no such token, or its grant was revoked before
 */
export async function revokeRefreshToken(
  db: Database,
  token: { readonly hash: HandleHash; readonly clientId: string },
  now: Date,
): Promise<boolean> {
  // The token leads to its grant. Written with EXISTS, SQLite would look at every grant of the client.
  const count = await db.$executeRaw`
    UPDATE "Grant" SET "revokedAt" = ${now}, "revokedReason" = 'revoked_by_client'
    WHERE "id" = (SELECT t."grantId" FROM "RefreshToken" t WHERE t."hash" = ${token.hash})
      AND "clientId" = ${token.clientId} AND "revokedAt" IS NULL`;
  return count === 1;
}

/** Ends only this reference access token of a client, if it exists. */
export async function revokeAccessToken(
  db: Database,
  token: { readonly hash: HandleHash; readonly clientId: string },
  now: Date,
): Promise<void> {
  await db.accessToken.updateMany({ where: { ...token, revokedAt: null }, data: { revokedAt: now } });
}

/** Records the revocation of a JWT until it expires. Calling it again does nothing. */
export async function revokeJwt(
  db: Database,
  token: { readonly jti: string; readonly expiresAt: Date },
): Promise<void> {
  await db.$executeRaw`
    INSERT INTO "RevokedToken" ("jti", "expiresAt") VALUES (${token.jti}, ${token.expiresAt})
    ON CONFLICT ("jti") DO NOTHING`;
}
