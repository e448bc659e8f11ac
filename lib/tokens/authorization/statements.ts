import { flag } from '#lib/db/read-column';
import { defineStatement } from '#lib/db/statement';

const lockedSession = `UPDATE "Session" SET "lastSeenAt" = @now
  WHERE "sid" = @sid AND "endedAt" IS NULL AND "expiresAt" > @now`;
const completedInteraction = `UPDATE "Interaction" SET "completedAt" = @now
  WHERE "hash" = @interactionHash AND "completedAt" IS NULL AND "expiresAt" > @now`;
const sessionClientColumns = '"sid", "clientId", "createdAt"';
const grantColumns =
  '"id", "clientId", "sub", "sid", "scope", "authTime", "amr", "idp", "acr", "tenant", "claims", "offlineImplied", "createdAt", "expiresAt"';
const codeColumns = `"hash", "grantId", "redirectUri", "codeChallenge", "codeChallengeMethod", "nonce", "stateHash",
  "confirmation", "createdAt", "expiresAt"`;

/** One after the other in one transaction: for SQLite, and the reference for atOnce. */
export const steps = {
  lockSession: defineStatement(lockedSession, () => null),
  completeInteraction: defineStatement(completedInteraction, () => null),
  // A step has to change a row, so an existing row is set to its own value.
  insertSessionClient: defineStatement(
    `INSERT INTO "SessionClient" (${sessionClientColumns}) VALUES (@sid, @clientId, @now)
    ON CONFLICT ("sid", "clientId") DO UPDATE SET "createdAt" = "SessionClient"."createdAt"`,
    () => null,
  ),
  insertGrant: defineStatement(
    `INSERT INTO "Grant" (${grantColumns})
    VALUES (@grantId, @clientId, @sub, @sid, @scope, @authTime, @amr, @idp, @acr, @tenant, @claims, @offlineImplied, @now,
      @grantExpiresAt)`,
    () => null,
  ),
  insertCode: defineStatement(
    `INSERT INTO "AuthorizationCode" (${codeColumns})
    VALUES (@codeHash, @grantId, @redirectUri, @codeChallenge, @codeChallengeMethod, @nonce, @stateHash, @confirmation,
      @now, @codeExpiresAt)`,
    () => null,
  ),
};

/**
 * The same in one statement, for PostgreSQL: everything depends on the session's row, which is locked first, and on the
 * interaction, if there is one. A code without a hash is not written. Returns a row if the session is live, with whether
 * the interaction was still waiting.
 */
export const atOnce = defineStatement(
  `WITH locked AS (
    ${lockedSession}
    RETURNING "sid"
  ), completed AS (
    ${completedInteraction} AND EXISTS (SELECT 1 FROM locked)
    RETURNING "hash"
  ), open AS (
    SELECT "sid" FROM locked WHERE CAST(@interactionHash AS TEXT) IS NULL OR EXISTS (SELECT 1 FROM completed)
  ), told AS (
    INSERT INTO "SessionClient" (${sessionClientColumns})
    SELECT open."sid", CAST(@clientId AS TEXT), CAST(@now AS TIMESTAMP) FROM open
    ON CONFLICT ("sid", "clientId") DO NOTHING
  ), granted AS (
    INSERT INTO "Grant" (${grantColumns})
    SELECT CAST(@grantId AS TEXT), CAST(@clientId AS TEXT), CAST(@sub AS TEXT), open."sid", CAST(@scope AS TEXT),
      CAST(@authTime AS TIMESTAMP), CAST(@amr AS TEXT), CAST(@idp AS TEXT), CAST(@acr AS TEXT), CAST(@tenant AS TEXT),
      CAST(@claims AS TEXT), CAST(@offlineImplied AS BOOLEAN),
      CAST(@now AS TIMESTAMP), CAST(@grantExpiresAt AS TIMESTAMP)
    FROM open
    RETURNING "id"
  ), code AS (
    INSERT INTO "AuthorizationCode" (${codeColumns})
    SELECT CAST(@codeHash AS TEXT), granted."id", CAST(@redirectUri AS TEXT), CAST(@codeChallenge AS TEXT),
      CAST(@codeChallengeMethod AS TEXT), CAST(@nonce AS TEXT), CAST(@stateHash AS TEXT), CAST(@confirmation AS TEXT),
      CAST(@now AS TIMESTAMP), CAST(@codeExpiresAt AS TIMESTAMP)
    FROM granted WHERE CAST(@codeHash AS TEXT) IS NOT NULL
  )
  SELECT EXISTS (SELECT 1 FROM open) AS "isOpen" FROM locked`,
  (row) => flag(row, 'isOpen'),
);
