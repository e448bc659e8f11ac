import type { HandleHash } from '#lib/crypto/random';
import type { Database } from '#lib/db/database';

/**
 * Ends the grant of a client's refresh token: a rotation at the same time either finds it ended, or its
 * successor ends with the grant.
 * @returns false when the client has no such token, or its grant had ended before
 */
export async function revokeRefreshToken(
  db: Database,
  token: { readonly hash: HandleHash; readonly clientId: string },
  now: Date,
): Promise<boolean> {
  const { count } = await db.grant.updateMany({
    where: { clientId: token.clientId, revokedAt: null, refreshTokens: { some: { hash: token.hash } } },
    data: { revokedAt: now, revokedReason: 'revoked_by_client' },
  });
  return count === 1;
}

/** Ends a client's reference access token and nothing else. @returns false when the client has no such live token */
export async function revokeAccessToken(
  db: Database,
  token: { readonly hash: HandleHash; readonly clientId: string },
  now: Date,
): Promise<boolean> {
  const { count } = await db.accessToken.updateMany({ where: { ...token, revokedAt: null }, data: { revokedAt: now } });
  return count === 1;
}

/** Remembers until it expires that a JWT was revoked. A second time it does nothing. */
export async function revokeJwt(
  db: Database,
  token: { readonly jti: string; readonly expiresAt: Date },
): Promise<void> {
  await db.$executeRaw`
    INSERT INTO "RevokedToken" ("jti", "expiresAt") VALUES (${token.jti}, ${token.expiresAt})
    ON CONFLICT ("jti") DO NOTHING`;
}
