import type { Database } from '#lib/db/database';
import { flag } from '#lib/db/read-column';
import { run } from '#lib/db/run';
import { defineForCallers, defineWrite, type Values, type WriteStatement } from '#lib/db/statement';
import { type Step, writeOnce } from '#lib/db/step';
import { extendGrant, isNotRevoked, laterEnd } from './grant-store';
import { never } from './refresh-lifetime';
import {
  accessColumns,
  createAccessToken,
  createRefreshToken,
  type NewAccessToken,
  type NewRefreshToken,
  refreshColumns,
} from './token-store';

/**
 * The redemption of a code, a device code or a refresh token, with the rows of the new tokens. Null for a JWT, and for
 * a refresh token that stays.
 */
export type Redemption = {
  readonly kind: RedemptionKind;
  readonly hash: string;
  readonly grantId: string;
  /** Until when the grant is kept at least. */
  readonly keepUntil: Date;
  /** The sliding end of the refresh token. Null if there is none. */
  readonly refreshExpiresAt: Date | null;
  /** The key, as JSON, that the refresh token is bound to from now on. */
  readonly refreshConfirmation: string | null;
  readonly refreshToken: NewRefreshToken | null;
  readonly accessToken: NewAccessToken | null;
};

/** `used`: another request was first, or it has expired. `revoked`: its grant was revoked in the meantime. */
export type NothingRedeemed = 'used' | 'revoked';

/**
 * Redeems a code, a device code or a refresh token by one conditional update, extends its grant and writes the new
 * tokens.
 * @returns why no token was written; null on success
 */
export async function redeem(db: Database, wanted: Redemption, now: Date): Promise<NothingRedeemed | null> {
  const { kind } = wanted;
  if (db.dialect === 'sqlite' || kind === 'code' || kind === 'device') return run(db, redemption(wanted, now));
  const [found] = await db.prepared.rows(redeemed[kind], toValues(wanted, now));
  if (!found?.marked) return 'used';
  // The mark stays although nothing was issued, because a revoked grant gives nothing to anybody.
  return found.kept ? null : 'revoked';
}

/** The steps of a redemption. Concurrent ones wait for the first, which changes its row. */
export function redemption(wanted: Redemption, now: Date): Step<NothingRedeemed>[] {
  const { kind, grantId, keepUntil, refreshToken, accessToken } = wanted;
  return [
    writeOnce(marked[kind], toValues(wanted, now), 'used'),
    extendGrant(grantId, keepUntil),
    refreshToken === null ? [] : createRefreshToken(refreshToken),
    accessToken === null ? [] : createAccessToken(accessToken),
  ];
}

function toValues(wanted: Redemption, now: Date): Values {
  const { hash, grantId, keepUntil, refreshExpiresAt, refreshConfirmation, refreshToken, accessToken } = wanted;
  return {
    now,
    never,
    hash,
    grantId,
    keepUntil,
    refreshExpiresAt,
    refreshHash: refreshToken?.hash ?? null,
    absoluteExpiresAt: refreshToken?.absoluteExpiresAt ?? null,
    confirmation: refreshConfirmation,
    accessHash: accessToken?.hash ?? null,
    jti: accessToken?.jti ?? null,
    clientId: accessToken?.clientId ?? null,
    sub: accessToken?.sub ?? null,
    sid: accessToken?.sid ?? null,
    scope: accessToken?.scope ?? null,
    audience: accessToken?.audience ?? null,
    claims: accessToken?.claims ?? null,
    accessExpiresAt: accessToken?.expiresAt ?? null,
  };
}

/**
 * Each sets a mark that only one of several callers can set. A refresh token that does not rotate is not used up. Its
 * sliding end moves, and the first proof of possession binds it, so a concurrent request with another key comes too
 * late.
 */
const marks = {
  code: {
    table: 'AuthorizationCode',
    set: `"redeemedAt" = @now`,
    where: `"hash" = @hash AND "redeemedAt" IS NULL AND "expiresAt" > @now`,
  },
  device: {
    // It is kept with its grant from now on, as evidence of a replay.
    table: 'DeviceRequest',
    set: `"redeemedAt" = @now, "expiresAt" = @never`,
    where: `"hash" = @hash AND "status" = 'approved' AND "redeemedAt" IS NULL AND "expiresAt" > @now`,
  },
  rotation: {
    table: 'RefreshToken',
    set: `"consumedAt" = @now`,
    where: `"hash" = @hash AND "consumedAt" IS NULL AND "expiresAt" > @now`,
  },
  reuse: {
    table: 'RefreshToken',
    set: `"expiresAt" = COALESCE(@refreshExpiresAt, "expiresAt"),
      "confirmation" = COALESCE("confirmation", CAST(@confirmation AS TEXT))`,
    where: `"hash" = @hash AND "consumedAt" IS NULL AND "expiresAt" > @now
      AND ("confirmation" IS NULL OR "confirmation" = COALESCE(CAST(@confirmation AS TEXT), "confirmation"))`,
  },
} as const;

type Mark = { readonly table: string; readonly set: string; readonly where: string };

/** The kinds of redemption. */
type RedemptionKind = keyof typeof marks;

/** Each sets its mark. */
const marked: Readonly<Record<RedemptionKind, WriteStatement>> = {
  code: mark(marks.code),
  device: mark(marks.device),
  rotation: mark(marks.rotation),
  reuse: mark(marks.reuse),
};

function mark({ table, set, where }: Mark): WriteStatement {
  return defineWrite(`UPDATE "${table}" SET ${set} WHERE ${where}`);
}

/** The types of the values from toValues(). */
const types = {
  now: 'TIMESTAMP',
  never: 'TIMESTAMP',
  hash: 'TEXT',
  grantId: 'TEXT',
  keepUntil: 'TIMESTAMP',
  refreshExpiresAt: 'TIMESTAMP',
  refreshHash: 'TEXT',
  absoluteExpiresAt: 'TIMESTAMP',
  confirmation: 'TEXT',
  accessHash: 'TEXT',
  jti: 'TEXT',
  clientId: 'TEXT',
  sub: 'TEXT',
  sid: 'TEXT',
  scope: 'TEXT',
  audience: 'TEXT',
  claims: 'TEXT',
  accessExpiresAt: 'TIMESTAMP',
} as const;

/**
 * A redemption of a refresh token in one statement, for PostgreSQL, so that those of different grants share a message
 * (decision 004). Each part works on the rows that the previous part changed. A token without a hash is not written.
 */
const redeemed = {
  rotation: gathered(marks.rotation),
  reuse: gathered(marks.reuse),
};

function gathered({ table, set, where }: Mark) {
  return defineForCallers(
    `marked AS (
      UPDATE "${table}" SET ${set} FROM "caller" WHERE ${where}
      RETURNING "placeOfCaller", "grantId"
    ), kept AS (
      UPDATE "Grant" SET "expiresAt" = ${laterEnd} FROM marked JOIN "caller" USING ("placeOfCaller")
      WHERE "Grant"."id" = marked."grantId" AND ${isNotRevoked}
      RETURNING "placeOfCaller", "Grant"."id"
    ), refresh AS (
      INSERT INTO "RefreshToken" (${refreshColumns})
      SELECT @refreshHash, kept."id", @now, @refreshExpiresAt, @absoluteExpiresAt, @confirmation
      FROM kept JOIN "caller" USING ("placeOfCaller") WHERE @refreshHash IS NOT NULL
    ), access AS (
      INSERT INTO "AccessToken" (${accessColumns})
      SELECT @accessHash, @jti, kept."id", @clientId, @sub, @sid, @scope, @audience, @claims, @now, @accessExpiresAt
      FROM kept JOIN "caller" USING ("placeOfCaller") WHERE @accessHash IS NOT NULL
    )
    SELECT "placeOfCaller", marked."grantId" IS NOT NULL AS "marked", kept."id" IS NOT NULL AS "kept"
    FROM "caller" LEFT JOIN marked USING ("placeOfCaller") LEFT JOIN kept USING ("placeOfCaller")`,
    (row) => ({ marked: flag(row, 'marked'), kept: flag(row, 'kept') }),
    types,
    'grantId',
  );
}
