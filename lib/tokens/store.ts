import type { HandleHash } from '#lib/crypto/random';
import type { Database, Transaction } from '#lib/db/database';
import { flag, text, textOrNull, time, timeOrNull } from '#lib/db/read-column';
import { defineStatement } from '#lib/db/statement';
import { type Grant, grantColumns, grantTables, readGrant } from './grant';

export type AuthorizationCode = {
  readonly hash: string;
  readonly redirectUri: string;
  readonly codeChallenge: string | null;
  readonly codeChallengeMethod: string | null;
  readonly nonce: string | null;
  readonly stateHash: string | null;
  readonly expiresAt: Date;
  readonly redeemedAt: Date | null;
  readonly grant: Grant;
  /** Whether the grant's session lives; false for a grant without one. */
  readonly isSessionLive: boolean;
};

export type RefreshToken = {
  readonly hash: string;
  readonly expiresAt: Date;
  readonly absoluteExpiresAt: Date | null;
  readonly consumedAt: Date | null;
  readonly grant: Grant;
  /** Whether the grant's session lives; false for a grant without one. */
  readonly isSessionLive: boolean;
};

/** A refresh token as it is stored. */
export type NewRefreshToken = {
  readonly hash: HandleHash;
  readonly grantId: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly absoluteExpiresAt: Date | null;
};

/** A reference access token as it is stored. */
export type NewAccessToken = {
  readonly hash: HandleHash;
  readonly jti: string;
  readonly grantId: string | null;
  readonly clientId: string;
  readonly sub: string | null;
  readonly sid: string | null;
  readonly scope: string;
  readonly audience: string;
  readonly claims: string;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
};

/** A code as it is stored. */
export type NewCode = {
  readonly hash: HandleHash;
  readonly grantId: string;
  readonly redirectUri: string;
  readonly codeChallenge: string | null;
  readonly codeChallengeMethod: string | null;
  readonly nonce: string | null;
  readonly stateHash: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
};

/** Stores a new code; only its hash is kept. */
export async function createCode(tx: Transaction, code: NewCode): Promise<void> {
  await tx.authorizationCode.create({ data: code, select: { hash: true } });
}

const codeWithGrant = defineStatement(
  `SELECT t."hash", t."redirectUri", t."codeChallenge", t."codeChallengeMethod", t."nonce", t."stateHash",
    t."expiresAt", t."redeemedAt", ${grantColumns}
  FROM "AuthorizationCode" t ${grantTables} WHERE t."hash" = @hash`,
  (row): AuthorizationCode => ({
    hash: text(row, 'hash'),
    redirectUri: text(row, 'redirectUri'),
    codeChallenge: textOrNull(row, 'codeChallenge'),
    codeChallengeMethod: textOrNull(row, 'codeChallengeMethod'),
    nonce: textOrNull(row, 'nonce'),
    stateHash: textOrNull(row, 'stateHash'),
    expiresAt: time(row, 'expiresAt'),
    redeemedAt: timeOrNull(row, 'redeemedAt'),
    grant: readGrant(row),
    isSessionLive: flag(row, 'isSessionLive'),
  }),
  { hash: 'TEXT', now: 'TIMESTAMP' },
);

/** The code with its grant and whether its session lives, redeemed or not; null when there is none. */
export async function findCode(db: Database, hash: HandleHash, now: Date): Promise<AuthorizationCode | null> {
  const [code = null] = await db.prepared.rows(codeWithGrant, { hash, now });
  return code;
}

/** Stores a new refresh token; only its hash is kept. */
export async function createRefreshToken(tx: Transaction, token: NewRefreshToken): Promise<void> {
  await tx.refreshToken.create({ data: token, select: { hash: true } });
}

const refreshTokenWithGrant = defineStatement(
  `SELECT t."hash", t."expiresAt", t."absoluteExpiresAt", t."consumedAt", ${grantColumns}
  FROM "RefreshToken" t ${grantTables} WHERE t."hash" = @hash`,
  (row): RefreshToken => ({
    hash: text(row, 'hash'),
    expiresAt: time(row, 'expiresAt'),
    absoluteExpiresAt: timeOrNull(row, 'absoluteExpiresAt'),
    consumedAt: timeOrNull(row, 'consumedAt'),
    grant: readGrant(row),
    isSessionLive: flag(row, 'isSessionLive'),
  }),
  { hash: 'TEXT', now: 'TIMESTAMP' },
);

/** The refresh token with its grant and whether its session lives, consumed or not; null when there is none. */
export async function findRefreshToken(db: Database, hash: HandleHash, now: Date): Promise<RefreshToken | null> {
  const [token = null] = await db.prepared.rows(refreshTokenWithGrant, { hash, now });
  return token;
}

/**
 * Counts a repeated use inside the grace window.
 * @returns false when the token was consumed before `consumedAfter` or its uses are spent
 */
export async function countGraceUse(
  tx: Transaction,
  hash: string,
  limits: { consumedAfter: Date; uses: number },
): Promise<boolean> {
  const { count } = await tx.refreshToken.updateMany({
    where: { hash, consumedAt: { gt: limits.consumedAfter }, graceUses: { lt: limits.uses } },
    data: { graceUses: { increment: 1 } },
  });
  return count === 1;
}

/** Stores a reference access token; only its hash is kept. */
export async function createAccessToken(tx: Transaction, token: NewAccessToken): Promise<void> {
  await tx.accessToken.create({ data: token, select: { hash: true } });
}

const insertedAccessToken = defineStatement(
  `INSERT INTO "AccessToken" ("hash", "jti", "grantId", "clientId", "sub", "sid", "scope", "audience", "claims",
    "issuedAt", "expiresAt")
  VALUES (@hash, @jti, @grantId, @clientId, @sub, @sid, @scope, @audience, @claims, @issuedAt, @expiresAt)`,
  () => null,
  {
    hash: 'TEXT',
    jti: 'TEXT',
    grantId: 'TEXT',
    clientId: 'TEXT',
    sub: 'TEXT',
    sid: 'TEXT',
    scope: 'TEXT',
    audience: 'TEXT',
    claims: 'TEXT',
    issuedAt: 'TIMESTAMP',
    expiresAt: 'TIMESTAMP',
  },
);

/** As createAccessToken(), by itself. */
export async function insertAccessToken(db: Database, token: NewAccessToken): Promise<void> {
  await db.prepared.rows(insertedAccessToken, token);
}

/** True while the session has not ended, in whichever browser it is. */
export async function isSessionLive(db: Database | Transaction, sid: string, now: Date): Promise<boolean> {
  const row = await db.session.findUnique({
    where: { sid, endedAt: null, expiresAt: { gt: now } },
    select: { sid: true },
  });
  return row !== null;
}

/**
 * Holds a session open while something is issued from it: a sign-out that runs at the same time waits, and then
 * revokes what was issued.
 * @returns false when the session has ended
 */
export async function lockSession(tx: Transaction, sid: string, now: Date): Promise<boolean> {
  const { count } = await tx.session.updateMany({
    where: { sid, endedAt: null, expiresAt: { gt: now } },
    data: { lastSeenAt: now },
  });
  return count === 1;
}
