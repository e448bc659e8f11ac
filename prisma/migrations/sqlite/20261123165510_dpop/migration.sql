-- AlterTable
ALTER TABLE "AuthorizationCode" ADD COLUMN "confirmation" TEXT;

-- AlterTable
ALTER TABLE "AuthorizationRequest" ADD COLUMN "dpopJkt" TEXT;

-- AlterTable
ALTER TABLE "RefreshToken" ADD COLUMN "confirmation" TEXT;

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
    "minimumAcr" TEXT,
    "defaultAcrValues" TEXT NOT NULL DEFAULT '[]',
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
    "dpopBoundAccessTokens" BOOLEAN NOT NULL DEFAULT false,
    "dpopRequireNonce" BOOLEAN NOT NULL DEFAULT false,
    "registrationTokenHash" TEXT,
    "selfRegistered" BOOLEAN NOT NULL DEFAULT false,
    "corsByRedirectUris" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL
);
INSERT INTO "new_Client" ("accessTokenFormat", "accessTokenLifetimeSeconds", "accessTokenSigningAlg", "accessTokenTyp", "allowPlainPkce", "allowRememberConsent", "alwaysIncludeUserClaimsInIdToken", "applicationType", "authorizationCodeLifetimeSeconds", "backchannelLogoutSessionRequired", "backchannelLogoutUri", "claims", "clientAssertionAudience", "clientId", "clientName", "clientUri", "consentLifetimeSeconds", "corsByRedirectUris", "createdAt", "defaultAcrValues", "defaultMaxAge", "deviceCodeLifetimeSeconds", "enabled", "frontchannelLogoutSessionRequired", "frontchannelLogoutUri", "grantTypes", "idTokenLifetimeSeconds", "idTokenSignedResponseAlg", "identityProviders", "initiateLoginUri", "jwks", "jwksUri", "localLogin", "logoUri", "minimumAcr", "policyUri", "refreshTokenGraceSeconds", "refreshTokenIdleSeconds", "refreshTokenLifetimeSeconds", "refreshTokenRotation", "registrationTokenHash", "requireConsent", "requirePkce", "requirePushedAuthorizationRequests", "responseTypes", "scope", "selfRegistered", "tenant", "tokenEndpointAuthMethod", "tokenExchange", "tosUri", "updatedAt", "userCode") SELECT "accessTokenFormat", "accessTokenLifetimeSeconds", "accessTokenSigningAlg", "accessTokenTyp", "allowPlainPkce", "allowRememberConsent", "alwaysIncludeUserClaimsInIdToken", "applicationType", "authorizationCodeLifetimeSeconds", "backchannelLogoutSessionRequired", "backchannelLogoutUri", "claims", "clientAssertionAudience", "clientId", "clientName", "clientUri", "consentLifetimeSeconds", "corsByRedirectUris", "createdAt", "defaultAcrValues", "defaultMaxAge", "deviceCodeLifetimeSeconds", "enabled", "frontchannelLogoutSessionRequired", "frontchannelLogoutUri", "grantTypes", "idTokenLifetimeSeconds", "idTokenSignedResponseAlg", "identityProviders", "initiateLoginUri", "jwks", "jwksUri", "localLogin", "logoUri", "minimumAcr", "policyUri", "refreshTokenGraceSeconds", "refreshTokenIdleSeconds", "refreshTokenLifetimeSeconds", "refreshTokenRotation", "registrationTokenHash", "requireConsent", "requirePkce", "requirePushedAuthorizationRequests", "responseTypes", "scope", "selfRegistered", "tenant", "tokenEndpointAuthMethod", "tokenExchange", "tosUri", "updatedAt", "userCode" FROM "Client";
DROP TABLE "Client";
ALTER TABLE "new_Client" RENAME TO "Client";
PRAGMA foreign_keys=ON;
PRAGMA defer_foreign_keys=OFF;
