import type { HandleHash } from '#lib/crypto/random';
import type { Database, Transaction } from '#lib/db/database';
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
};

export type RefreshToken = {
  readonly hash: string;
  readonly expiresAt: Date;
  readonly absoluteExpiresAt: Date | null;
  readonly consumedAt: Date | null;
  readonly grant: Grant;
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

/** Stores a new grant of a person. It is swept after `expiresAt` unless a token extends it. */
export async function createGrant(
  db: Client,
  grant: {
    id: string;
    clientId: string;
    scope: readonly string[];
    authentication: Authentication;
    requestedClaims: RequestedClaims;
  },
  times: { now: Date; expiresAt: Date },
): Promise<void> {
  const { sub, sid, authTime, amr, idp, acr } = grant.authentication;
  await db.grant.create({
    data: {
      id: grant.id,
      clientId: grant.clientId,
      scope: grant.scope.join(' '),
      sub,
      sid,
      authTime,
      amr: amr.join(' '),
      idp,
      acr,
      claims: writeRequestedClaims(grant.requestedClaims),
      createdAt: times.now,
      expiresAt: times.expiresAt,
    },
    select: { id: true },
  });
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

/** Stores a new code; only its hash is kept. */
export async function createCode(
  tx: Transaction,
  code: {
    hash: HandleHash;
    grantId: string;
    redirectUri: string;
    codeChallenge: string | null;
    codeChallengeMethod: string | null;
    nonce: string | null;
    stateHash: string | null;
    createdAt: Date;
    expiresAt: Date;
  },
): Promise<void> {
  await tx.authorizationCode.create({ data: code, select: { hash: true } });
}

/** The code with its grant, redeemed or not; null when there is none. */
export async function findCode(db: Client, hash: HandleHash): Promise<AuthorizationCode | null> {
  const row = await db.authorizationCode.findUnique({
    where: { hash },
    select: {
      hash: true,
      redirectUri: true,
      codeChallenge: true,
      codeChallengeMethod: true,
      nonce: true,
      stateHash: true,
      expiresAt: true,
      redeemedAt: true,
      grant: { select: grantSelect },
    },
  });
  return row === null ? null : { ...row, grant: toGrant(row.grant) };
}

/** Single use: one conditional update. @returns true for exactly one of any number of callers */
export async function redeemCode(tx: Transaction, hash: string, now: Date): Promise<boolean> {
  const { count } = await tx.authorizationCode.updateMany({
    where: { hash, redeemedAt: null, expiresAt: { gt: now } },
    data: { redeemedAt: now },
  });
  return count === 1;
}

/** Stores a new refresh token; only its hash is kept. */
export async function createRefreshToken(
  tx: Transaction,
  token: { hash: HandleHash; grantId: string; createdAt: Date; expiresAt: Date; absoluteExpiresAt: Date | null },
): Promise<void> {
  await tx.refreshToken.create({ data: token, select: { hash: true } });
}

/** The refresh token with its grant, consumed or not; null when there is none. */
export async function findRefreshToken(db: Client, hash: HandleHash): Promise<RefreshToken | null> {
  const row = await db.refreshToken.findUnique({
    where: { hash },
    select: {
      hash: true,
      expiresAt: true,
      absoluteExpiresAt: true,
      consumedAt: true,
      grant: { select: grantSelect },
    },
  });
  return row === null ? null : { ...row, grant: toGrant(row.grant) };
}

/** Single use: one conditional update. @returns true for exactly one of any number of callers */
export async function consumeRefreshToken(tx: Transaction, hash: string, now: Date): Promise<boolean> {
  const { count } = await tx.refreshToken.updateMany({
    where: { hash, consumedAt: null, expiresAt: { gt: now } },
    data: { consumedAt: now },
  });
  return count === 1;
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

/** Moves the sliding end of a refresh token that does not rotate. @returns false when it is not live any more */
export async function slideRefreshToken(tx: Transaction, hash: string, expiresAt: Date, now: Date): Promise<boolean> {
  const { count } = await tx.refreshToken.updateMany({
    where: { hash, consumedAt: null, expiresAt: { gt: now } },
    data: { expiresAt },
  });
  return count === 1;
}

/** Stores a reference access token; only its hash is kept. */
export async function createAccessToken(
  db: Client,
  token: {
    hash: HandleHash;
    jti: string;
    grantId: string | null;
    clientId: string;
    sub: string | null;
    sid: string | null;
    scope: string;
    audience: string;
    claims: string;
    issuedAt: Date;
    expiresAt: Date;
  },
): Promise<void> {
  await db.accessToken.create({ data: token, select: { hash: true } });
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
