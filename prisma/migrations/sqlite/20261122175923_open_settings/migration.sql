-- AlterTable
ALTER TABLE "Scope" ADD COLUMN "accessTokenTyp" TEXT;

-- RedefineTables
PRAGMA defer_foreign_keys=ON;
PRAGMA foreign_keys=OFF;
CREATE TABLE "new_Client" (
    "clientId" TEXT NOT NULL PRIMARY KEY,
    "clientName" TEXT,
    "enabled" BOOLEAN NOT NULL,
    "applicationType" TEXT,
    "tokenEndpointAuthMethod" TEXT NOT NULL,
    "grantTypes" TEXT NOT NULL,
    "responseTypes" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "accessTokenFormat" TEXT NOT NULL,
    "accessTokenTyp" TEXT NOT NULL DEFAULT 'at+jwt',
    "clientAssertionAudience" TEXT NOT NULL DEFAULT 'endpoint',
    "accessTokenLifetimeSeconds" INTEGER NOT NULL,
    "idTokenLifetimeSeconds" INTEGER NOT NULL,
    "authorizationCodeLifetimeSeconds" INTEGER NOT NULL,
    "deviceCodeLifetimeSeconds" INTEGER NOT NULL,
    "refreshTokenLifetimeSeconds" INTEGER,
    "refreshTokenIdleSeconds" INTEGER,
    "refreshTokenRotation" BOOLEAN,
    "refreshTokenGraceSeconds" INTEGER,
    "requirePkce" BOOLEAN,
    "allowPlainPkce" BOOLEAN NOT NULL,
    "requireConsent" BOOLEAN NOT NULL,
    "allowRememberConsent" BOOLEAN NOT NULL,
    "consentLifetimeSeconds" INTEGER,
    "idTokenSignedResponseAlg" TEXT NOT NULL,
    "accessTokenSigningAlg" TEXT NOT NULL,
    "alwaysIncludeUserClaimsInIdToken" BOOLEAN,
    "localLogin" BOOLEAN NOT NULL,
    "identityProviders" TEXT NOT NULL,
    "frontchannelLogoutUri" TEXT,
    "frontchannelLogoutSessionRequired" BOOLEAN NOT NULL,
    "backchannelLogoutUri" TEXT,
    "backchannelLogoutSessionRequired" BOOLEAN NOT NULL,
    "defaultMaxAge" INTEGER,
    "clientUri" TEXT,
    "initiateLoginUri" TEXT,
    "logoUri" TEXT,
    "policyUri" TEXT,
    "tosUri" TEXT,
    "jwks" TEXT,
    "jwksUri" TEXT,
    "userCode" TEXT NOT NULL,
    "tenant" TEXT,
    "claims" TEXT NOT NULL,
    "tokenExchange" TEXT,
    "requirePushedAuthorizationRequests" BOOLEAN NOT NULL,
    "registrationTokenHash" TEXT,
    "selfRegistered" BOOLEAN NOT NULL DEFAULT false,
    "corsByRedirectUris" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL
);
INSERT INTO "new_Client" ("accessTokenFormat", "accessTokenLifetimeSeconds", "accessTokenSigningAlg", "allowPlainPkce", "allowRememberConsent", "alwaysIncludeUserClaimsInIdToken", "applicationType", "authorizationCodeLifetimeSeconds", "backchannelLogoutSessionRequired", "backchannelLogoutUri", "claims", "clientId", "clientName", "clientUri", "consentLifetimeSeconds", "createdAt", "defaultMaxAge", "deviceCodeLifetimeSeconds", "enabled", "frontchannelLogoutSessionRequired", "frontchannelLogoutUri", "grantTypes", "idTokenLifetimeSeconds", "idTokenSignedResponseAlg", "identityProviders", "jwks", "jwksUri", "localLogin", "logoUri", "policyUri", "refreshTokenGraceSeconds", "refreshTokenIdleSeconds", "refreshTokenLifetimeSeconds", "refreshTokenRotation", "registrationTokenHash", "requireConsent", "requirePkce", "requirePushedAuthorizationRequests", "responseTypes", "scope", "selfRegistered", "tenant", "tokenEndpointAuthMethod", "tokenExchange", "tosUri", "updatedAt", "userCode") SELECT "accessTokenFormat", "accessTokenLifetimeSeconds", "accessTokenSigningAlg", "allowPlainPkce", "allowRememberConsent", "alwaysIncludeUserClaimsInIdToken", "applicationType", "authorizationCodeLifetimeSeconds", "backchannelLogoutSessionRequired", "backchannelLogoutUri", "claims", "clientId", "clientName", "clientUri", "consentLifetimeSeconds", "createdAt", "defaultMaxAge", "deviceCodeLifetimeSeconds", "enabled", "frontchannelLogoutSessionRequired", "frontchannelLogoutUri", "grantTypes", "idTokenLifetimeSeconds", "idTokenSignedResponseAlg", "identityProviders", "jwks", "jwksUri", "localLogin", "logoUri", "policyUri", "refreshTokenGraceSeconds", "refreshTokenIdleSeconds", "refreshTokenLifetimeSeconds", "refreshTokenRotation", "registrationTokenHash", "requireConsent", "requirePkce", "requirePushedAuthorizationRequests", "responseTypes", "scope", "selfRegistered", "tenant", "tokenEndpointAuthMethod", "tokenExchange", "tosUri", "updatedAt", "userCode" FROM "Client";
DROP TABLE "Client";
ALTER TABLE "new_Client" RENAME TO "Client";
CREATE TABLE "new_Portal" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "sessionIdleSeconds" INTEGER NOT NULL,
    "sessionAbsoluteSeconds" INTEGER NOT NULL,
    "rememberSeconds" INTEGER NOT NULL,
    "login" TEXT NOT NULL,
    "registration" TEXT NOT NULL,
    "dynamicRegistration" TEXT NOT NULL,
    "legacyFlows" TEXT NOT NULL DEFAULT 'on',
    "auditRetentionDays" INTEGER DEFAULT 400
);
INSERT INTO "new_Portal" ("auditRetentionDays", "dynamicRegistration", "id", "login", "registration", "rememberSeconds", "sessionAbsoluteSeconds", "sessionIdleSeconds") SELECT "auditRetentionDays", "dynamicRegistration", "id", "login", "registration", "rememberSeconds", "sessionAbsoluteSeconds", "sessionIdleSeconds" FROM "Portal";
DROP TABLE "Portal";
ALTER TABLE "new_Portal" RENAME TO "Portal";
PRAGMA foreign_keys=ON;
PRAGMA defer_foreign_keys=OFF;
