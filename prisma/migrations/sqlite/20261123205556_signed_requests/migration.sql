-- RedefineTables
PRAGMA defer_foreign_keys=ON;
PRAGMA foreign_keys=OFF;
CREATE TABLE "new_AuthorizationRequest" (
    "hash" TEXT NOT NULL PRIMARY KEY,
    "clientId" TEXT NOT NULL,
    "responseType" TEXT NOT NULL,
    "responseMode" TEXT NOT NULL,
    "redirectUri" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "prompt" TEXT NOT NULL,
    "state" TEXT,
    "nonce" TEXT,
    "codeChallenge" TEXT,
    "codeChallengeMethod" TEXT,
    "dpopJkt" TEXT,
    "maxAge" INTEGER,
    "loginHint" TEXT,
    "uiLocales" TEXT,
    "acrValues" TEXT,
    "display" TEXT,
    "hintSub" TEXT,
    "claims" TEXT,
    "wasPushed" BOOLEAN NOT NULL,
    "wasSigned" BOOLEAN NOT NULL DEFAULT false,
    "triedBy" TEXT,
    "trialReport" TEXT,
    CONSTRAINT "AuthorizationRequest_hash_fkey" FOREIGN KEY ("hash") REFERENCES "Interaction" ("hash") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "AuthorizationRequest_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "Client" ("clientId") ON DELETE CASCADE ON UPDATE CASCADE
);
INSERT INTO "new_AuthorizationRequest" ("acrValues", "claims", "clientId", "codeChallenge", "codeChallengeMethod", "display", "dpopJkt", "hash", "hintSub", "loginHint", "maxAge", "nonce", "prompt", "redirectUri", "responseMode", "responseType", "scope", "state", "trialReport", "triedBy", "uiLocales", "wasPushed") SELECT "acrValues", "claims", "clientId", "codeChallenge", "codeChallengeMethod", "display", "dpopJkt", "hash", "hintSub", "loginHint", "maxAge", "nonce", "prompt", "redirectUri", "responseMode", "responseType", "scope", "state", "trialReport", "triedBy", "uiLocales", "wasPushed" FROM "AuthorizationRequest";
DROP TABLE "AuthorizationRequest";
ALTER TABLE "new_AuthorizationRequest" RENAME TO "AuthorizationRequest";
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
    "tokenEndpointAuthSigningAlg" TEXT,
    "requestObjectSigningAlg" TEXT,
    "requireSignedRequestObject" BOOLEAN NOT NULL DEFAULT false,
    "requestUris" TEXT NOT NULL DEFAULT '[]',
    "registrationTokenHash" TEXT,
    "selfRegistered" BOOLEAN NOT NULL DEFAULT false,
    "corsByRedirectUris" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL
);
INSERT INTO "new_Client" ("accessTokenFormat", "accessTokenLifetimeSeconds", "accessTokenSigningAlg", "accessTokenTyp", "allowPlainPkce", "allowRememberConsent", "alwaysIncludeUserClaimsInIdToken", "applicationType", "authorizationCodeLifetimeSeconds", "backchannelLogoutSessionRequired", "backchannelLogoutUri", "claims", "clientAssertionAudience", "clientId", "clientName", "clientUri", "consentLifetimeSeconds", "corsByRedirectUris", "createdAt", "defaultAcrValues", "defaultMaxAge", "deviceCodeLifetimeSeconds", "dpopBoundAccessTokens", "dpopRequireNonce", "enabled", "frontchannelLogoutSessionRequired", "frontchannelLogoutUri", "grantTypes", "idTokenLifetimeSeconds", "idTokenSignedResponseAlg", "identityProviders", "initiateLoginUri", "jwks", "jwksUri", "localLogin", "logoUri", "minimumAcr", "policyUri", "refreshTokenGraceSeconds", "refreshTokenIdleSeconds", "refreshTokenLifetimeSeconds", "refreshTokenRotation", "registrationTokenHash", "requireConsent", "requirePkce", "requirePushedAuthorizationRequests", "responseTypes", "scope", "selfRegistered", "tenant", "tokenEndpointAuthMethod", "tokenEndpointAuthSigningAlg", "tokenExchange", "tosUri", "updatedAt", "userCode") SELECT "accessTokenFormat", "accessTokenLifetimeSeconds", "accessTokenSigningAlg", "accessTokenTyp", "allowPlainPkce", "allowRememberConsent", "alwaysIncludeUserClaimsInIdToken", "applicationType", "authorizationCodeLifetimeSeconds", "backchannelLogoutSessionRequired", "backchannelLogoutUri", "claims", "clientAssertionAudience", "clientId", "clientName", "clientUri", "consentLifetimeSeconds", "corsByRedirectUris", "createdAt", "defaultAcrValues", "defaultMaxAge", "deviceCodeLifetimeSeconds", "dpopBoundAccessTokens", "dpopRequireNonce", "enabled", "frontchannelLogoutSessionRequired", "frontchannelLogoutUri", "grantTypes", "idTokenLifetimeSeconds", "idTokenSignedResponseAlg", "identityProviders", "initiateLoginUri", "jwks", "jwksUri", "localLogin", "logoUri", "minimumAcr", "policyUri", "refreshTokenGraceSeconds", "refreshTokenIdleSeconds", "refreshTokenLifetimeSeconds", "refreshTokenRotation", "registrationTokenHash", "requireConsent", "requirePkce", "requirePushedAuthorizationRequests", "responseTypes", "scope", "selfRegistered", "tenant", "tokenEndpointAuthMethod", "tokenEndpointAuthSigningAlg", "tokenExchange", "tosUri", "updatedAt", "userCode" FROM "Client";
DROP TABLE "Client";
ALTER TABLE "new_Client" RENAME TO "Client";
CREATE TABLE "new_PushedRequest" (
    "hash" TEXT NOT NULL PRIMARY KEY,
    "clientId" TEXT NOT NULL,
    "parameters" TEXT NOT NULL,
    "wasSigned" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" DATETIME NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    "usedAt" DATETIME,
    CONSTRAINT "PushedRequest_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "Client" ("clientId") ON DELETE CASCADE ON UPDATE CASCADE
);
INSERT INTO "new_PushedRequest" ("clientId", "createdAt", "expiresAt", "hash", "parameters", "usedAt") SELECT "clientId", "createdAt", "expiresAt", "hash", "parameters", "usedAt" FROM "PushedRequest";
DROP TABLE "PushedRequest";
ALTER TABLE "new_PushedRequest" RENAME TO "PushedRequest";
CREATE INDEX "PushedRequest_clientId_idx" ON "PushedRequest"("clientId");
CREATE INDEX "PushedRequest_expiresAt_idx" ON "PushedRequest"("expiresAt");
PRAGMA foreign_keys=ON;
PRAGMA defer_foreign_keys=OFF;
