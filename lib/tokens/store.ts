import type { HandleHash } from '#lib/crypto/random';
import type { Database, Transaction } from '#lib/db/database';
import { flag, text, textOrNull, time, timeOrNull } from '#lib/db/read-column';
import { type DriverRow, defineStatement } from '#lib/db/statement';
import { type RequestedClaims, readRequestedClaims, writeRequestedClaims } from '#lib/vocabulary/requested-claims';

/** Either client: a function that takes this may run alone or inside a transaction. */
type Client = Database | Transaction;

/** How a person was authenticated when the grant was made. Absent for a client that acts for itself. */
export type Authentication = {
  readonly sub: string;
  readonly sid: string | null;
  readonly authTime: Date;
  readonly amr: readonly string[];
  readonly idp: string;
  readonly acr: string | null;
};

/** A live or dead grant, as its codes and refresh tokens see it. */
export type Grant = {
  readonly id: string;
  readonly clientId: string;
  readonly scope: readonly string[];
  readonly authentication: Authentication;
  readonly requestedClaims: RequestedClaims;
  readonly revokedAt: Date | null;
  readonly user: { readonly enabled: boolean; readonly claims: string };
};

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

/** The columns of a grant that toGrant() reads. */
export const grantSelect = {
  id: true,
  clientId: true,
  sub: true,
  sid: true,
  scope: true,
  authTime: true,
  amr: true,
  idp: true,
  acr: true,
  claims: true,
  revokedAt: true,
  user: { select: { enabled: true, claims: true } },
} as const;

type GrantRow = {
  id: string;
  clientId: string;
  sub: string | null;
  sid: string | null;
  scope: string;
  authTime: Date | null;
  amr: string | null;
  idp: string | null;
  acr: string | null;
  claims: string | null;
  revokedAt: Date | null;
  user: { enabled: boolean; claims: string } | null;
};

/** A grant from its row. @throws when it has no user: a client that acts for itself has no grant */
export function toGrant(row: GrantRow): Grant {
  const { sub, authTime, user } = row;
  if (sub === null || authTime === null || user === null) throw new Error(`grant ${row.id} has no user`);
  return {
    id: row.id,
    clientId: row.clientId,
    scope: row.scope.split(' '),
    authentication: {
      sub,
      sid: row.sid,
      authTime,
      amr: row.amr === null ? [] : row.amr.split(' '),
      idp: row.idp ?? 'local',
      acr: row.acr,
    },
    requestedClaims: readRequestedClaims(row.claims),
    revokedAt: row.revokedAt,
    user,
  };
}

/** A grant of a person that is to be stored. */
export type NewGrant = {
  readonly id: string;
  readonly clientId: string;
  readonly scope: readonly string[];
  readonly authentication: Authentication;
  readonly requestedClaims: RequestedClaims;
};

/** Stores a new grant of a person. It is swept after `expiresAt` unless a token extends it. */
export async function createGrant(db: Client, grant: NewGrant, times: { now: Date; expiresAt: Date }): Promise<void> {
  const { now: createdAt, expiresAt } = times;
  await db.grant.create({ data: { ...toGrantColumns(grant), createdAt, expiresAt }, select: { id: true } });
}

/** The columns of a new grant, but for its times. */
export function toGrantColumns({ id, clientId, scope, authentication, requestedClaims }: NewGrant) {
  const { sub, sid, authTime, amr, idp, acr } = authentication;
  const claims = writeRequestedClaims(requestedClaims);
  return { id, clientId, scope: scope.join(' '), sub, sid, authTime, amr: amr.join(' '), idp, acr, claims };
}

/** Ends a grant and with it every code and token that points to it. The first reason stays. */
export async function revokeGrant(db: Client, id: string, reason: string, now: Date): Promise<void> {
  await db.grant.updateMany({ where: { id, revokedAt: null }, data: { revokedAt: now, revokedReason: reason } });
}

/**
 * Keeps a grant until its newest token has expired, and locks it against a concurrent revocation.
 * @returns false when the grant was revoked meanwhile
 */
export async function extendGrant(tx: Transaction, id: string, expiresAt: Date): Promise<boolean> {
  const { count } = await tx.grant.updateMany({ where: { id, revokedAt: null }, data: { expiresAt } });
  return count === 1;
}

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

/** The columns of a grant with its person, and whether its session lives, as readGrant() and readSession() read them. */
const grantColumns = `g."id", g."clientId", g."sub", g."sid", g."scope", g."authTime", g."amr", g."idp", g."acr",
  g."claims", g."revokedAt", u."enabled", u."claims" AS "userClaims", s."sid" IS NOT NULL AS "isSessionLive"`;
const grantTables = `JOIN "Grant" g ON g."id" = t."grantId"
  JOIN "User" u ON u."sub" = g."sub"
  LEFT JOIN "Session" s ON s."sid" = g."sid" AND s."endedAt" IS NULL AND s."expiresAt" > @now`;

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

function readGrant(row: DriverRow): Grant {
  return toGrant({
    id: text(row, 'id'),
    clientId: text(row, 'clientId'),
    sub: text(row, 'sub'),
    sid: textOrNull(row, 'sid'),
    scope: text(row, 'scope'),
    authTime: time(row, 'authTime'),
    amr: textOrNull(row, 'amr'),
    idp: textOrNull(row, 'idp'),
    acr: textOrNull(row, 'acr'),
    claims: textOrNull(row, 'claims'),
    revokedAt: timeOrNull(row, 'revokedAt'),
    user: { enabled: flag(row, 'enabled'), claims: text(row, 'userClaims') },
  });
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
export async function isSessionLive(db: Client, sid: string, now: Date): Promise<boolean> {
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
