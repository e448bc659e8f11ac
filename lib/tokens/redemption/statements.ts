import { flag } from '#lib/db/read-column';
import { defineStatement } from '#lib/db/statement';

/**
 * Each sets a mark that only one of several callers can set. A refresh token that does not rotate is not used up; its
 * sliding end moves, and the first proof of possession binds it: another key at the same time comes too late.
 */
const marks = {
  code: `UPDATE "AuthorizationCode" SET "redeemedAt" = @now
    WHERE "hash" = @hash AND "redeemedAt" IS NULL AND "expiresAt" > @now`,
  device: `UPDATE "DeviceRequest" SET "redeemedAt" = @now
    WHERE "hash" = @hash AND "status" = 'approved' AND "redeemedAt" IS NULL AND "expiresAt" > @now`,
  rotation: `UPDATE "RefreshToken" SET "consumedAt" = @now
    WHERE "hash" = @hash AND "consumedAt" IS NULL AND "expiresAt" > @now`,
  reuse: `UPDATE "RefreshToken" SET "expiresAt" = COALESCE(@refreshExpiresAt, "expiresAt"),
      "confirmation" = COALESCE("confirmation", CAST(@confirmation AS TEXT))
    WHERE "hash" = @hash AND "consumedAt" IS NULL AND "expiresAt" > @now
      AND ("confirmation" IS NULL OR "confirmation" = COALESCE(CAST(@confirmation AS TEXT), "confirmation"))`,
} as const;

/** The kinds of redemption. */
export type RedemptionKind = keyof typeof marks;

const refreshColumns = '"hash", "grantId", "createdAt", "expiresAt", "absoluteExpiresAt", "confirmation"';
const accessColumns =
  '"hash", "jti", "grantId", "clientId", "sub", "sid", "scope", "audience", "claims", "issuedAt", "expiresAt"';

/** One after the other in one transaction: for SQLite, and the reference for atOnce. */
export const steps = {
  mark: forEachKind((mark) => defineStatement(mark, () => null)),
  keepGrant: defineStatement(
    'UPDATE "Grant" SET "expiresAt" = @keepUntil WHERE "id" = @grantId AND "revokedAt" IS NULL',
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

/**
 * The same in one statement, for PostgreSQL: each part works on the rows that the previous part changed. A token
 * without a hash is not written.
 */
export const atOnce = forEachKind((mark) =>
  defineStatement(
    `WITH marked AS (
      ${mark}
      RETURNING "grantId"
    ), kept AS (
      UPDATE "Grant" SET "expiresAt" = @keepUntil FROM marked
      WHERE "Grant"."id" = marked."grantId" AND "Grant"."revokedAt" IS NULL
      RETURNING "Grant"."id"
    ), refresh AS (
      INSERT INTO "RefreshToken" (${refreshColumns})
      SELECT CAST(@refreshHash AS TEXT), kept."id", CAST(@now AS TIMESTAMP), CAST(@refreshExpiresAt AS TIMESTAMP),
        CAST(@absoluteExpiresAt AS TIMESTAMP), CAST(@confirmation AS TEXT)
      FROM kept WHERE CAST(@refreshHash AS TEXT) IS NOT NULL
    ), access AS (
      INSERT INTO "AccessToken" (${accessColumns})
      SELECT CAST(@accessHash AS TEXT), CAST(@jti AS TEXT), kept."id", CAST(@clientId AS TEXT), CAST(@sub AS TEXT),
        CAST(@sid AS TEXT), CAST(@scope AS TEXT), CAST(@audience AS TEXT), CAST(@claims AS TEXT),
        CAST(@now AS TIMESTAMP), CAST(@accessExpiresAt AS TIMESTAMP)
      FROM kept WHERE CAST(@accessHash AS TEXT) IS NOT NULL
    )
    SELECT EXISTS (SELECT 1 FROM marked) AS "marked", EXISTS (SELECT 1 FROM kept) AS "kept"`,
    (row) => ({ marked: flag(row, 'marked'), kept: flag(row, 'kept') }),
  ),
);

function forEachKind<T>(make: (mark: string) => T): Readonly<Record<RedemptionKind, T>> {
  return {
    code: make(marks.code),
    device: make(marks.device),
    rotation: make(marks.rotation),
    reuse: make(marks.reuse),
  };
}
