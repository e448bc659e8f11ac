import { flag } from '#lib/db/read-column';
import { newestRevocation } from '#lib/db/revoke-grants';
import { defineForCallers, defineStatement } from '#lib/db/statement';

/** @param from further tables of an UPDATE, for PostgreSQL */
const lockedSession = (from = '') => `UPDATE "Session" SET "lastSeenAt" = @now ${from}
  WHERE "Session"."sid" = @sid AND "endedAt" IS NULL AND "expiresAt" > @now`;
const completedInteraction = (from = '') => `UPDATE "Interaction" SET "completedAt" = @now, "answer" = @answer ${from}
  WHERE "hash" = @interactionHash AND "completedAt" IS NULL AND "expiresAt" > @now`;
/** The consent is still as it was read. */
const sameConsent = `"Consent"."sub" = @sub AND "Consent"."clientId" = @clientId
  AND "Consent"."scope" = @consentScope AND COALESCE("Consent"."claims", '') = COALESCE(@consentClaims, '')`;
const sessionClientColumns = '"sid", "clientId", "createdAt"';
const grantColumns =
  '"id", "clientId", "sub", "sid", "scope", "authTime", "amr", "idp", "acr", "tenant", "claims", "offlineImplied", "createdAt", "expiresAt", "era"';
const codeColumns = `"hash", "grantId", "redirectUri", "codeChallenge", "codeChallengeMethod", "nonce", "stateHash",
  "confirmation", "createdAt", "expiresAt"`;

/** Executed one after the other in one transaction. For SQLite, and as the reference for atOnce. */
export const steps = {
  lockSession: defineStatement(lockedSession(), () => null),
  holdConsent: defineStatement(`UPDATE "Consent" SET "scope" = @consentScope WHERE ${sameConsent}`, () => null),
  completeInteraction: defineStatement(completedInteraction(), () => null),
  // A step has to change a row, so an existing row is set to its own value.
  insertSessionClient: defineStatement(
    `INSERT INTO "SessionClient" (${sessionClientColumns}) VALUES (@sid, @clientId, @now)
    ON CONFLICT ("sid", "clientId") DO UPDATE SET "createdAt" = "SessionClient"."createdAt"`,
    () => null,
  ),
  insertGrant: defineStatement(
    `INSERT INTO "Grant" (${grantColumns})
    VALUES (@grantId, @clientId, @sub, @sid, @scope, @authTime, @amr, @idp, @acr, @tenant, @claims, @offlineImplied, @now,
      @grantExpiresAt, ${newestRevocation})`,
    () => null,
  ),
  insertCode: defineStatement(
    `INSERT INTO "AuthorizationCode" (${codeColumns})
    VALUES (@codeHash, @grantId, @redirectUri, @codeChallenge, @codeChallengeMethod, @nonce, @stateHash, @confirmation,
      @now, @codeExpiresAt)`,
    () => null,
  ),
};

/** The types of the values from toValues() in authorization-store.ts. */
const types = {
  now: 'TIMESTAMP',
  sid: 'TEXT',
  interactionHash: 'TEXT',
  answer: 'TEXT',
  consentScope: 'TEXT',
  consentClaims: 'TEXT',
  grantId: 'TEXT',
  grantExpiresAt: 'TIMESTAMP',
  clientId: 'TEXT',
  sub: 'TEXT',
  scope: 'TEXT',
  authTime: 'TIMESTAMP',
  amr: 'TEXT',
  idp: 'TEXT',
  acr: 'TEXT',
  tenant: 'TEXT',
  claims: 'TEXT',
  offlineImplied: 'BOOLEAN',
  codeHash: 'TEXT',
  redirectUri: 'TEXT',
  codeChallenge: 'TEXT',
  codeChallengeMethod: 'TEXT',
  nonce: 'TEXT',
  stateHash: 'TEXT',
  confirmation: 'TEXT',
  codeExpiresAt: 'TIMESTAMP',
} as const;

/** In the order of the locks. */
const written = `locked AS (
    ${lockedSession('FROM "caller"')}
    RETURNING "placeOfCaller"
  ), held AS (
    SELECT "placeOfCaller" FROM locked JOIN "caller" USING ("placeOfCaller") JOIN "Consent" ON ${sameConsent}
    FOR SHARE OF "Consent"
  ), allowed AS (
    SELECT "placeOfCaller" FROM locked JOIN "caller" USING ("placeOfCaller")
    WHERE @consentScope IS NULL OR "placeOfCaller" IN (SELECT "placeOfCaller" FROM held)
  ), completed AS (
    ${completedInteraction('FROM allowed JOIN "caller" USING ("placeOfCaller")')}
    RETURNING "placeOfCaller"
  ), open AS (
    SELECT "caller".* FROM allowed JOIN "caller" USING ("placeOfCaller")
    WHERE @interactionHash IS NULL OR "placeOfCaller" IN (SELECT "placeOfCaller" FROM completed)
  ), told AS (
    INSERT INTO "SessionClient" (${sessionClientColumns})
    SELECT @sid, @clientId, @now FROM open AS "caller"
    ON CONFLICT ("sid", "clientId") DO NOTHING
  ), granted AS (
    INSERT INTO "Grant" (${grantColumns})
    SELECT @grantId, @clientId, @sub, @sid, @scope, @authTime, @amr, @idp, @acr, @tenant, @claims, @offlineImplied, @now,
      @grantExpiresAt, ${newestRevocation}
    FROM open AS "caller"
  ), code AS (
    INSERT INTO "AuthorizationCode" (${codeColumns})
    SELECT @codeHash, @grantId, @redirectUri, @codeChallenge, @codeChallengeMethod, @nonce, @stateHash, @confirmation,
      @now, @codeExpiresAt
    FROM open AS "caller" WHERE @codeHash IS NOT NULL
  )
`;

/**
 * The same in one statement, for PostgreSQL. Everything depends on the session's row, which is locked first, and on the
 * consent and the interaction if there are any. A removal changes the consent first and then the grants, so that this
 * either sees the change or its grant is seen. A code without a hash is not written. Returns a row if the session is
 * live, which says whether the consent and the interaction were as expected. Authorizations of different sessions share
 * a message (decision 004).
 */
export const atOnce = defineForCallers(
  `${written} SELECT "placeOfCaller", "placeOfCaller" IN (SELECT "placeOfCaller" FROM allowed) AS "isAllowed",
    "placeOfCaller" IN (SELECT "placeOfCaller" FROM open) AS "isOpen" FROM locked`,
  (row) => ({ isAllowed: flag(row, 'isAllowed'), isOpen: flag(row, 'isOpen') }),
  types,
  'sid',
);

/** The same as a step of a transaction. Returns a row if all of it took effect. */
export const asStep = defineForCallers(`${written} SELECT "placeOfCaller" FROM open`, () => null, types, 'sid');
