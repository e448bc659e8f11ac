import { flag } from '#lib/db/read-column';
import { defineForCallers, defineStatement } from '#lib/db/statement';

/**
 * Each sets a mark that only one of several callers can set. A refresh token that does not rotate is not used up. Its
 * sliding end moves, and the first proof of possession binds it, so a concurrent request with another key comes too
 * late.
 */
const marks = {
  code: {
    update: `"AuthorizationCode" SET "redeemedAt" = @now`,
    where: `"hash" = @hash AND "redeemedAt" IS NULL AND "expiresAt" > @now`,
  },
  device: {
    // It is kept with its grant from now on, as evidence of a replay.
    update: `"DeviceRequest" SET "redeemedAt" = @now, "expiresAt" = @never`,
    where: `"hash" = @hash AND "status" = 'approved' AND "redeemedAt" IS NULL AND "expiresAt" > @now`,
  },
  rotation: {
    update: `"RefreshToken" SET "consumedAt" = @now`,
    where: `"hash" = @hash AND "consumedAt" IS NULL AND "expiresAt" > @now`,
  },
  reuse: {
    update: `"RefreshToken" SET "expiresAt" = COALESCE(@refreshExpiresAt, "expiresAt"),
      "confirmation" = COALESCE("confirmation", CAST(@confirmation AS TEXT))`,
    where: `"hash" = @hash AND "consumedAt" IS NULL AND "expiresAt" > @now
      AND ("confirmation" IS NULL OR "confirmation" = COALESCE(CAST(@confirmation AS TEXT), "confirmation"))`,
  },
} as const;

/** A grant never ends before a token that was issued earlier, with a longer lifetime. */
const laterEnd = 'CASE WHEN "Grant"."expiresAt" > @keepUntil THEN "Grant"."expiresAt" ELSE @keepUntil END';

/** IS TRUE keeps PostgreSQL from an index in which all live grants are alike. */
const isNotRevoked = `("Grant"."revokedAt" IS NULL) IS TRUE`;

type Mark = { readonly update: string; readonly where: string };

/** The kinds of redemption. */
export type RedemptionKind = keyof typeof marks;

const refreshColumns = '"hash", "grantId", "createdAt", "expiresAt", "absoluteExpiresAt", "confirmation"';
const accessColumns =
  '"hash", "jti", "grantId", "clientId", "sub", "sid", "scope", "audience", "claims", "issuedAt", "expiresAt"';

/** Executed one after the other in one transaction. For SQLite, and as the reference for atOnce. */
export const steps = {
  mark: forEachKind(({ update, where }) => defineStatement(`UPDATE ${update} WHERE ${where}`, () => null)),
  keepGrant: defineStatement(
    `UPDATE "Grant" SET "expiresAt" = ${laterEnd} WHERE "id" = @grantId AND ${isNotRevoked}`,
    () => null,
  ),
  insertRefreshToken: defineStatement(
    `INSERT INTO "RefreshToken" (${refreshColumns})
    VALUES (@refreshHash, @grantId, @now, @refreshExpiresAt, @absoluteExpiresAt, @confirmation)`,
    () => null,
  ),
  insertAccessToken: defineStatement(
    `INSERT INTO "AccessToken" (${accessColumns})
    VALUES (@accessHash, @jti, @grantId, @clientId, @sub, @sid, @scope, @audience, @claims, @now, @accessExpiresAt)`,
    () => null,
  ),
};

/** The types of the values from toValues() in redemption-store.ts. */
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
 * The same in one statement, for PostgreSQL. Each part works on the rows that the previous part changed. A token
 * without a hash is not written. Redemptions of different grants share a message (decision 004).
 */
export const atOnce = forEachKind(({ update, where }) =>
  defineForCallers(
    `marked AS (
      UPDATE ${update} FROM "caller" WHERE ${where}
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
  ),
);

function forEachKind<T>(make: (mark: Mark) => T): Readonly<Record<RedemptionKind, T>> {
  return {
    code: make(marks.code),
    device: make(marks.device),
    rotation: make(marks.rotation),
    reuse: make(marks.reuse),
  };
}
