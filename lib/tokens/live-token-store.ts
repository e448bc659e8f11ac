import type { HandleHash } from '#lib/crypto/random';
import type { Database } from '#lib/db/database';
import { text, textOrNull } from '#lib/db/read-column';
import { isRevokedInSlices } from '#lib/db/revoke-grants';
import { defineStatement } from '#lib/db/statement';
import { latestStart } from '#lib/vocabulary/time';
import { takenScopes } from './grant';
import { type LiveUser, readLiveUser } from './live-user';

const columns = `g."id" AS "grantId", g."clientId", g."scope", g."resources", g."tenant", g."claims" AS "namedClaims",
    ${takenScopes}, u."sub", u."username", u."tenants", u."claims", u."access"`;

const liveUser = defineStatement(
  `SELECT ${columns}
  FROM "Grant" g
  JOIN "User" u ON u."sub" = g."sub" AND u."enabled"
  JOIN "Client" k ON k."clientId" = g."clientId" AND k."removedAt" IS NULL
  LEFT JOIN "Session" s ON s."sid" = @sid AND s."endedAt" IS NULL AND s."expiresAt" > @now AND s."authTime" <= @latestStart
  LEFT JOIN "RevokedToken" r ON r."jti" = @jti
  WHERE g."id" = @grantId AND g."revokedAt" IS NULL AND NOT ${isRevokedInSlices('g')} AND r."jti" IS NULL AND (s."sid" IS NOT NULL OR @sid = '')`,
  readLiveUser,
  { grantId: 'TEXT', sid: 'TEXT', jti: 'TEXT', now: 'TIMESTAMP', latestStart: 'TIMESTAMP' },
);

/**
 * The person of a JWT, in one statement.
 * @param token `sid` is null for a token without a session
 * @returns null if the grant or the token was revoked, its session has ended, or the person is disabled
 */
export async function findLiveUser(
  db: Database,
  token: { readonly grantId: string; readonly sid: string | null; readonly jti: string },
  now: Date,
): Promise<LiveUser | null> {
  const [user = null] = await db.prepared.rows(liveUser, {
    ...token,
    sid: token.sid ?? '',
    now,
    latestStart: latestStart(now),
  });
  return user;
}

const revokedToken = defineStatement(`SELECT "jti" FROM "RevokedToken" WHERE "jti" = @jti`, (row) => text(row, 'jti'), {
  jti: 'TEXT',
});

/** Whether a JWT was revoked before it expired. For a token of a client without a person, this is the only check. */
export async function isTokenRevoked(db: Database, jti: string): Promise<boolean> {
  const rows = await db.prepared.rows(revokedToken, { jti });
  return rows.length > 0;
}

/** A reference token: its claims as JSON, and its person if it has one. */
type LiveReference = { readonly token: string; readonly user: LiveUser | null };

const liveReference = defineStatement(
  `SELECT t."claims" AS "token", ${columns}
  FROM "AccessToken" t
  JOIN "Client" k ON k."clientId" = t."clientId" AND k."removedAt" IS NULL
  LEFT JOIN "Grant" g ON g."id" = t."grantId"
  LEFT JOIN "User" u ON u."sub" = g."sub"
  LEFT JOIN "Session" s ON s."sid" = t."sid"
  WHERE t."hash" = @hash AND t."revokedAt" IS NULL AND t."expiresAt" > @now AND t."issuedAt" <= @latestStart
    AND (t."grantId" IS NULL OR (g."revokedAt" IS NULL AND NOT ${isRevokedInSlices('g')} AND u."enabled"))
    AND (t."sid" IS NULL OR (s."endedAt" IS NULL AND s."expiresAt" > @now AND s."authTime" <= @latestStart))`,
  (row): LiveReference => ({
    token: text(row, 'token'),
    user: textOrNull(row, 'grantId') === null ? null : readLiveUser(row),
  }),
  { hash: 'TEXT', now: 'TIMESTAMP', latestStart: 'TIMESTAMP' },
);

/**
 * A reference token with its person, in one statement.
 * @returns null if it is unknown, expired or revoked, its grant was revoked, its session has ended or the person is
 *   disabled
 */
export async function findLiveReference(db: Database, hash: HandleHash, now: Date): Promise<LiveReference | null> {
  const [reference = null] = await db.prepared.rows(liveReference, { hash, now, latestStart: latestStart(now) });
  return reference;
}

const endedReference = defineStatement(
  `SELECT "hash" FROM "AccessToken" WHERE "hash" = @hash AND "expiresAt" <= @now`,
  (row) => text(row, 'hash'),
);

/** Whether a reference token has expired, as long as its row is kept. */
export async function isReferenceOver(db: Database, hash: HandleHash, now: Date): Promise<boolean> {
  const rows = await db.prepared.rows(endedReference, { hash, now });
  return rows.length > 0;
}
