import type { HandleHash } from '#lib/crypto/random';
import type { Database } from '#lib/db/database';
import { flag, text, textOrNull, time, timeOrNull } from '#lib/db/read-column';
import { defineStatement, defineWrite } from '#lib/db/statement';
import { type Step, write, writeOnce } from '#lib/db/step';
import { type KeyConfirmation, parseConfirmation } from '#lib/vocabulary/confirmation';
import { latestStart } from '#lib/vocabulary/time';
import { type Grant, grantColumns, grantTables, readGrant } from './grant';

export type AuthorizationCode = {
  readonly hash: string;
  readonly redirectUri: string;
  readonly codeChallenge: string | null;
  readonly codeChallengeMethod: string | null;
  readonly nonce: string | null;
  readonly stateHash: string | null;
  /** The key that the redeemer has to prove (RFC 9449 §5, §10). */
  readonly confirmation: KeyConfirmation | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly redeemedAt: Date | null;
  readonly grant: Grant;
  /** Whether the grant's session is live. False for a grant without one. */
  readonly isSessionOpen: boolean;
};

export type RefreshToken = Pick<
  AuthorizationCode,
  'hash' | 'confirmation' | 'createdAt' | 'expiresAt' | 'grant' | 'isSessionOpen'
> & {
  readonly absoluteExpiresAt: Date | null;
  /** When the person allowed it: when its grant was created. */
  readonly grantedAt: Date;
  readonly consumedAt: Date | null;
};

/** A stored refresh token. */
export type NewRefreshToken = {
  readonly hash: HandleHash;
  readonly grantId: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly absoluteExpiresAt: Date | null;
  /** As JSON. */
  readonly confirmation: string | null;
};

/** A stored reference access token. */
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

/** A stored code. */
type NewCode = Omit<AuthorizationCode, 'hash' | 'confirmation' | 'redeemedAt' | 'grant' | 'isSessionOpen'> &
  Pick<NewRefreshToken, 'hash' | 'grantId' | 'confirmation'>;

const createdCode = defineWrite(
  `INSERT INTO "AuthorizationCode" ("hash", "grantId", "redirectUri", "codeChallenge", "codeChallengeMethod", "nonce",
    "stateHash", "confirmation", "createdAt", "expiresAt")
  VALUES (@hash, @grantId, @redirectUri, @codeChallenge, @codeChallengeMethod, @nonce, @stateHash, @confirmation,
    @createdAt, @expiresAt)`,
);

/** Stores a new code. Only its hash is stored. */
export function createCode(code: NewCode): Step {
  return write(createdCode, code);
}

const codeWithGrant = defineStatement(
  `SELECT t."hash", t."redirectUri", t."codeChallenge", t."codeChallengeMethod", t."nonce", t."stateHash",
    t."confirmation", t."createdAt", t."expiresAt", t."redeemedAt", ${grantColumns}
  FROM "AuthorizationCode" t ${grantTables} WHERE t."hash" = @hash`,
  (row): AuthorizationCode => ({
    hash: text(row, 'hash'),
    redirectUri: text(row, 'redirectUri'),
    codeChallenge: textOrNull(row, 'codeChallenge'),
    codeChallengeMethod: textOrNull(row, 'codeChallengeMethod'),
    nonce: textOrNull(row, 'nonce'),
    stateHash: textOrNull(row, 'stateHash'),
    confirmation: parseConfirmation(textOrNull(row, 'confirmation')),
    createdAt: time(row, 'createdAt'),
    expiresAt: time(row, 'expiresAt'),
    redeemedAt: timeOrNull(row, 'redeemedAt'),
    grant: readGrant(row),
    isSessionOpen: flag(row, 'isSessionOpen'),
  }),
);

/** The code with its grant and whether its session is live, even if it was redeemed. Null if there is none. */
export async function findCode(db: Database, hash: HandleHash, now: Date): Promise<AuthorizationCode | null> {
  const [code = null] = await db.prepared.rows(codeWithGrant, { hash, now, latestStart: latestStart(now) });
  return code;
}

/** SQL: the columns of a new refresh token. */
export const refreshColumns = '"hash", "grantId", "createdAt", "expiresAt", "absoluteExpiresAt", "confirmation"';

const createdRefreshToken = defineWrite(
  `INSERT INTO "RefreshToken" (${refreshColumns})
  VALUES (@hash, @grantId, @createdAt, @expiresAt, @absoluteExpiresAt, @confirmation)`,
);

/** Stores a new refresh token. Only its hash is stored. */
export function createRefreshToken(token: NewRefreshToken): Step {
  return write(createdRefreshToken, token);
}

const refreshTokenWithGrant = defineStatement(
  `SELECT t."hash", t."createdAt", t."expiresAt", t."absoluteExpiresAt", t."consumedAt", t."confirmation",
    g."createdAt" AS "grantedAt", ${grantColumns}
  FROM "RefreshToken" t ${grantTables} WHERE t."hash" = @hash`,
  (row): RefreshToken => ({
    hash: text(row, 'hash'),
    createdAt: time(row, 'createdAt'),
    expiresAt: time(row, 'expiresAt'),
    absoluteExpiresAt: timeOrNull(row, 'absoluteExpiresAt'),
    grantedAt: time(row, 'grantedAt'),
    consumedAt: timeOrNull(row, 'consumedAt'),
    confirmation: parseConfirmation(textOrNull(row, 'confirmation')),
    grant: readGrant(row),
    isSessionOpen: flag(row, 'isSessionOpen'),
  }),
  { hash: 'TEXT', now: 'TIMESTAMP', latestStart: 'TIMESTAMP' },
);

/** The refresh token with its grant and whether its session is live, even if it was consumed. Null if there is none. */
export async function findRefreshToken(db: Database, hash: HandleHash, now: Date): Promise<RefreshToken | null> {
  const [token = null] = await db.prepared.rows(refreshTokenWithGrant, { hash, now, latestStart: latestStart(now) });
  return token;
}

/** The first of these hashes that belongs to a refresh token; null if none does. */
export async function findStoredRefreshToken(db: Database, hashes: readonly HandleHash[]): Promise<string | null> {
  const row = await db.refreshToken.findFirst({ where: { hash: { in: [...hashes] } }, select: { hash: true } });
  return row?.hash ?? null;
}

type GraceUse = {
  readonly hash: string;
  readonly successor: HandleHash;
  /** The key of the repeated use as JSON. The successor must have the same. */
  readonly confirmation: string | null;
};

const usedAgain = defineWrite(
  `UPDATE "RefreshToken" SET "graceUses" = "graceUses" + 1
  WHERE "hash" = @hash AND "consumedAt" > @consumedAfter AND "graceUses" < @uses`,
);
const unusedSuccessor = defineWrite(
  `UPDATE "RefreshToken" SET "consumedAt" = NULL
  WHERE "hash" = @successor AND "consumedAt" IS NULL AND "confirmation" IS NOT DISTINCT FROM @confirmation`,
);

/**
 * Counts a repeated use within the grace window. The unused successor is locked until the transaction ends, so a
 * concurrent use of it comes afterwards. Refused if the token was consumed before `consumedAfter`, its uses are spent, or
 * its successor was used or is bound to another key.
 */
export function countGraceUse(use: GraceUse, limits: { consumedAfter: Date; uses: number }): Step<'used'> {
  const values = { ...use, ...limits };
  return [...writeOnce(usedAgain, values, 'used'), ...writeOnce(unusedSuccessor, values, 'used')];
}

/** SQL: the columns of a new access token. */
export const accessColumns =
  '"hash", "jti", "grantId", "clientId", "sub", "sid", "scope", "audience", "claims", "issuedAt", "expiresAt"';

const createdAccessToken = defineWrite(
  `INSERT INTO "AccessToken" (${accessColumns})
  VALUES (@hash, @jti, @grantId, @clientId, @sub, @sid, @scope, @audience, @claims, @issuedAt, @expiresAt)`,
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

/** Stores a reference access token. Only its hash is stored. */
export function createAccessToken(token: NewAccessToken): Step {
  return write(createdAccessToken, token);
}
