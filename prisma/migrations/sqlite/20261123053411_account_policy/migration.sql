-- AlterTable
ALTER TABLE "Tenant" ADD COLUMN "emailCode" TEXT;
ALTER TABLE "Tenant" ADD COLUMN "identifiers" TEXT;
ALTER TABLE "Tenant" ADD COLUMN "secondFactor" TEXT;

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
    "registrationTokenHash" TEXT,
    "selfRegistered" BOOLEAN NOT NULL DEFAULT false,
    "corsByRedirectUris" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL
);
INSERT INTO "new_Client" ("accessTokenFormat", "accessTokenLifetimeSeconds", "accessTokenSigningAlg", "accessTokenTyp", "allowPlainPkce", "allowRememberConsent", "alwaysIncludeUserClaimsInIdToken", "applicationType", "authorizationCodeLifetimeSeconds", "backchannelLogoutSessionRequired", "backchannelLogoutUri", "claims", "clientAssertionAudience", "clientId", "clientName", "clientUri", "consentLifetimeSeconds", "corsByRedirectUris", "createdAt", "defaultMaxAge", "deviceCodeLifetimeSeconds", "enabled", "frontchannelLogoutSessionRequired", "frontchannelLogoutUri", "grantTypes", "idTokenLifetimeSeconds", "idTokenSignedResponseAlg", "identityProviders", "initiateLoginUri", "jwks", "jwksUri", "localLogin", "logoUri", "policyUri", "refreshTokenGraceSeconds", "refreshTokenIdleSeconds", "refreshTokenLifetimeSeconds", "refreshTokenRotation", "registrationTokenHash", "requireConsent", "requirePkce", "requirePushedAuthorizationRequests", "responseTypes", "scope", "selfRegistered", "tenant", "tokenEndpointAuthMethod", "tokenExchange", "tosUri", "updatedAt", "userCode") SELECT "accessTokenFormat", "accessTokenLifetimeSeconds", "accessTokenSigningAlg", "accessTokenTyp", "allowPlainPkce", "allowRememberConsent", "alwaysIncludeUserClaimsInIdToken", "applicationType", "authorizationCodeLifetimeSeconds", "backchannelLogoutSessionRequired", "backchannelLogoutUri", "claims", "clientAssertionAudience", "clientId", "clientName", "clientUri", "consentLifetimeSeconds", "corsByRedirectUris", "createdAt", "defaultMaxAge", "deviceCodeLifetimeSeconds", "enabled", "frontchannelLogoutSessionRequired", "frontchannelLogoutUri", "grantTypes", "idTokenLifetimeSeconds", "idTokenSignedResponseAlg", "identityProviders", "initiateLoginUri", "jwks", "jwksUri", "localLogin", "logoUri", "policyUri", "refreshTokenGraceSeconds", "refreshTokenIdleSeconds", "refreshTokenLifetimeSeconds", "refreshTokenRotation", "registrationTokenHash", "requireConsent", "requirePkce", "requirePushedAuthorizationRequests", "responseTypes", "scope", "selfRegistered", "tenant", "tokenEndpointAuthMethod", "tokenExchange", "tosUri", "updatedAt", "userCode" FROM "Client";
DROP TABLE "Client";
ALTER TABLE "new_Client" RENAME TO "Client";
CREATE TABLE "new_IdentityProvider" (
    "name" TEXT NOT NULL PRIMARY KEY,
    "displayName" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL,
    "issuer" TEXT,
    "clientId" TEXT NOT NULL,
    "clientSecretSealed" TEXT,
    "scope" TEXT NOT NULL,
    "domains" TEXT NOT NULL,
    "button" TEXT NOT NULL,
    "createUsers" BOOLEAN NOT NULL,
    "claimMapping" TEXT NOT NULL,
    "acrMapping" TEXT NOT NULL DEFAULT '{}',
    "position" INTEGER NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL
);
INSERT INTO "new_IdentityProvider" ("button", "claimMapping", "clientId", "clientSecretSealed", "createUsers", "createdAt", "displayName", "domains", "enabled", "issuer", "name", "position", "scope", "type", "updatedAt") SELECT "button", "claimMapping", "clientId", "clientSecretSealed", "createUsers", "createdAt", "displayName", "domains", "enabled", "issuer", "name", "position", "scope", "type", "updatedAt" FROM "IdentityProvider";
DROP TABLE "IdentityProvider";
ALTER TABLE "new_IdentityProvider" RENAME TO "IdentityProvider";
CREATE TABLE "new_Portal" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "sessionIdleSeconds" INTEGER NOT NULL,
    "sessionAbsoluteSeconds" INTEGER NOT NULL,
    "rememberSeconds" INTEGER NOT NULL,
    "login" TEXT NOT NULL,
    "registration" TEXT NOT NULL,
    "identifiers" TEXT NOT NULL DEFAULT '["username","email"]',
    "secondFactor" TEXT NOT NULL DEFAULT 'optional',
    "trustedDeviceDays" INTEGER NOT NULL DEFAULT 30,
    "passkeys" TEXT NOT NULL DEFAULT 'on',
    "emailCode" TEXT NOT NULL DEFAULT 'off',
    "emailSecondFactor" TEXT NOT NULL DEFAULT 'off',
    "recovery" TEXT NOT NULL DEFAULT 'email',
    "accountDeletion" TEXT NOT NULL DEFAULT 'off',
    "acrAliases" TEXT NOT NULL DEFAULT '{}',
    "adminSecondFactor" TEXT NOT NULL DEFAULT 'optional',
    "passwordMinLength" INTEGER NOT NULL DEFAULT 15,
    "dynamicRegistration" TEXT NOT NULL,
    "legacyFlows" TEXT NOT NULL DEFAULT 'on',
    "auditRetentionDays" INTEGER DEFAULT 400
);
INSERT INTO "new_Portal" ("auditRetentionDays", "dynamicRegistration", "id", "legacyFlows", "login", "registration", "rememberSeconds", "sessionAbsoluteSeconds", "sessionIdleSeconds") SELECT "auditRetentionDays", "dynamicRegistration", "id", "legacyFlows", "login", "registration", "rememberSeconds", "sessionAbsoluteSeconds", "sessionIdleSeconds" FROM "Portal";
DROP TABLE "Portal";
ALTER TABLE "new_Portal" RENAME TO "Portal";
PRAGMA foreign_keys=ON;
PRAGMA defer_foreign_keys=OFF;
