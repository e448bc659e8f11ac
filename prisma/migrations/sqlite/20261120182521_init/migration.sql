-- CreateTable
CREATE TABLE "Revision" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "number" INTEGER NOT NULL
);

-- CreateTable
CREATE TABLE "Installation" (
    "key" TEXT NOT NULL PRIMARY KEY,
    "value" TEXT NOT NULL
);

-- CreateTable
CREATE TABLE "Portal" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "sessionIdleSeconds" INTEGER NOT NULL,
    "sessionAbsoluteSeconds" INTEGER NOT NULL,
    "rememberSeconds" INTEGER NOT NULL,
    "login" TEXT NOT NULL,
    "registration" TEXT NOT NULL,
    "dynamicRegistration" TEXT NOT NULL
);

-- CreateTable
CREATE TABLE "Client" (
    "clientId" TEXT NOT NULL PRIMARY KEY,
    "clientName" TEXT,
    "enabled" BOOLEAN NOT NULL,
    "applicationType" TEXT,
    "tokenEndpointAuthMethod" TEXT NOT NULL,
    "grantTypes" TEXT NOT NULL,
    "responseTypes" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "accessTokenFormat" TEXT NOT NULL,
    "accessTokenLifetimeSeconds" INTEGER NOT NULL,
    "idTokenLifetimeSeconds" INTEGER NOT NULL,
    "authorizationCodeLifetimeSeconds" INTEGER NOT NULL,
    "deviceCodeLifetimeSeconds" INTEGER NOT NULL,
    "refreshTokenLifetimeSeconds" INTEGER,
    "refreshTokenIdleSeconds" INTEGER,
    "refreshTokenRotation" BOOLEAN NOT NULL,
    "refreshTokenGraceSeconds" INTEGER NOT NULL,
    "requirePkce" BOOLEAN NOT NULL,
    "allowPlainPkce" BOOLEAN NOT NULL,
    "requireConsent" BOOLEAN NOT NULL,
    "allowRememberConsent" BOOLEAN NOT NULL,
    "consentLifetimeSeconds" INTEGER,
    "idTokenSignedResponseAlg" TEXT NOT NULL,
    "accessTokenSigningAlg" TEXT NOT NULL,
    "alwaysIncludeUserClaimsInIdToken" BOOLEAN NOT NULL,
    "localLogin" BOOLEAN NOT NULL,
    "identityProviders" TEXT NOT NULL,
    "frontchannelLogoutUri" TEXT,
    "frontchannelLogoutSessionRequired" BOOLEAN NOT NULL,
    "backchannelLogoutUri" TEXT,
    "backchannelLogoutSessionRequired" BOOLEAN NOT NULL,
    "defaultMaxAge" INTEGER,
    "clientUri" TEXT,
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
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "ClientUri" (
    "clientId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "uri" TEXT NOT NULL,

    PRIMARY KEY ("clientId", "kind", "position"),
    CONSTRAINT "ClientUri_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "Client" ("clientId") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "ClientSecret" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "clientId" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "hash" TEXT NOT NULL,
    "description" TEXT,
    "expiresAt" DATETIME,
    "createdAt" DATETIME NOT NULL,
    CONSTRAINT "ClientSecret_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "Client" ("clientId") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Scope" (
    "name" TEXT NOT NULL PRIMARY KEY,
    "type" TEXT NOT NULL,
    "displayName" TEXT,
    "description" TEXT,
    "claims" TEXT NOT NULL,
    "required" BOOLEAN NOT NULL,
    "emphasize" BOOLEAN NOT NULL,
    "enabled" BOOLEAN NOT NULL,
    "resource" TEXT,
    "texts" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "ScopeSecret" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "scopeName" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "hash" TEXT NOT NULL,
    "description" TEXT,
    "expiresAt" DATETIME,
    "createdAt" DATETIME NOT NULL,
    CONSTRAINT "ScopeSecret_scopeName_fkey" FOREIGN KEY ("scopeName") REFERENCES "Scope" ("name") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "User" (
    "sub" TEXT NOT NULL PRIMARY KEY,
    "username" TEXT NOT NULL,
    "canonicalUsername" TEXT NOT NULL,
    "passwordHash" TEXT,
    "enabled" BOOLEAN NOT NULL,
    "admin" TEXT,
    "tenants" TEXT NOT NULL,
    "claims" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "PasswordLink" (
    "hash" TEXT NOT NULL PRIMARY KEY,
    "sub" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    "usedAt" DATETIME,
    CONSTRAINT "PasswordLink_sub_fkey" FOREIGN KEY ("sub") REFERENCES "User" ("sub") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "IdentityProvider" (
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
    "position" INTEGER NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "Tenant" (
    "name" TEXT NOT NULL PRIMARY KEY,
    "displayName" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL,
    "defaultLocale" TEXT,
    "identityProviders" TEXT,
    "login" TEXT,
    "registration" TEXT,
    "theme" TEXT NOT NULL,
    "links" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "SigningKey" (
    "kid" TEXT NOT NULL PRIMARY KEY,
    "alg" TEXT NOT NULL,
    "publicJwk" TEXT NOT NULL,
    "privateSealed" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "activatesAt" DATETIME NOT NULL,
    "retiresAt" DATETIME,
    "expiresAt" DATETIME
);

-- CreateTable
CREATE TABLE "Browser" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "handleHash" TEXT NOT NULL,
    "currentSid" TEXT,
    "createdAt" DATETIME NOT NULL,
    "expiresAt" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "Session" (
    "sid" TEXT NOT NULL PRIMARY KEY,
    "browserId" TEXT NOT NULL,
    "sub" TEXT NOT NULL,
    "authTime" DATETIME NOT NULL,
    "amr" TEXT NOT NULL,
    "idp" TEXT NOT NULL,
    "acr" TEXT,
    "remember" BOOLEAN NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "lastSeenAt" DATETIME NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    "endedAt" DATETIME,
    CONSTRAINT "Session_browserId_fkey" FOREIGN KEY ("browserId") REFERENCES "Browser" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "Session_sub_fkey" FOREIGN KEY ("sub") REFERENCES "User" ("sub") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Interaction" (
    "hash" TEXT NOT NULL PRIMARY KEY,
    "kind" TEXT NOT NULL,
    "browserHash" TEXT NOT NULL,
    "area" TEXT,
    "clientId" TEXT,
    "responseType" TEXT,
    "responseMode" TEXT,
    "redirectUri" TEXT,
    "scope" TEXT,
    "state" TEXT,
    "nonce" TEXT,
    "codeChallenge" TEXT,
    "codeChallengeMethod" TEXT,
    "prompt" TEXT,
    "maxAge" INTEGER,
    "loginHint" TEXT,
    "uiLocales" TEXT,
    "acrValues" TEXT,
    "display" TEXT,
    "hintSub" TEXT,
    "username" TEXT,
    "problem" TEXT,
    "startedAt" DATETIME NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    "completedAt" DATETIME,
    CONSTRAINT "Interaction_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "Client" ("clientId") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Grant" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "clientId" TEXT NOT NULL,
    "sub" TEXT,
    "sid" TEXT,
    "scope" TEXT NOT NULL,
    "authTime" DATETIME,
    "amr" TEXT,
    "idp" TEXT,
    "acr" TEXT,
    "createdAt" DATETIME NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    "revokedAt" DATETIME,
    "revokedReason" TEXT,
    CONSTRAINT "Grant_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "Client" ("clientId") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "Grant_sub_fkey" FOREIGN KEY ("sub") REFERENCES "User" ("sub") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "AuthorizationCode" (
    "hash" TEXT NOT NULL PRIMARY KEY,
    "grantId" TEXT NOT NULL,
    "redirectUri" TEXT NOT NULL,
    "codeChallenge" TEXT,
    "codeChallengeMethod" TEXT,
    "nonce" TEXT,
    "stateHash" TEXT,
    "createdAt" DATETIME NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    "redeemedAt" DATETIME,
    CONSTRAINT "AuthorizationCode_grantId_fkey" FOREIGN KEY ("grantId") REFERENCES "Grant" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "RefreshToken" (
    "hash" TEXT NOT NULL PRIMARY KEY,
    "grantId" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    "absoluteExpiresAt" DATETIME,
    "consumedAt" DATETIME,
    "graceUses" INTEGER NOT NULL DEFAULT 0,
    CONSTRAINT "RefreshToken_grantId_fkey" FOREIGN KEY ("grantId") REFERENCES "Grant" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "AccessToken" (
    "hash" TEXT NOT NULL PRIMARY KEY,
    "jti" TEXT NOT NULL,
    "grantId" TEXT,
    "clientId" TEXT NOT NULL,
    "sub" TEXT,
    "sid" TEXT,
    "scope" TEXT NOT NULL,
    "audience" TEXT NOT NULL,
    "claims" TEXT NOT NULL,
    "issuedAt" DATETIME NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    "revokedAt" DATETIME,
    CONSTRAINT "AccessToken_grantId_fkey" FOREIGN KEY ("grantId") REFERENCES "Grant" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "AccessToken_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "Client" ("clientId") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "AccessToken_sub_fkey" FOREIGN KEY ("sub") REFERENCES "User" ("sub") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "RevokedToken" (
    "jti" TEXT NOT NULL PRIMARY KEY,
    "expiresAt" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "Consent" (
    "sub" TEXT NOT NULL,
    "clientId" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "expiresAt" DATETIME,

    PRIMARY KEY ("sub", "clientId"),
    CONSTRAINT "Consent_sub_fkey" FOREIGN KEY ("sub") REFERENCES "User" ("sub") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "Consent_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "Client" ("clientId") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "RateLimit" (
    "key" TEXT NOT NULL PRIMARY KEY,
    "count" INTEGER NOT NULL,
    "expiresAt" DATETIME NOT NULL
);

-- CreateIndex
CREATE INDEX "ClientUri_uri_idx" ON "ClientUri"("uri");

-- CreateIndex
CREATE INDEX "ClientSecret_clientId_idx" ON "ClientSecret"("clientId");

-- CreateIndex
CREATE INDEX "ScopeSecret_scopeName_idx" ON "ScopeSecret"("scopeName");

-- CreateIndex
CREATE UNIQUE INDEX "User_canonicalUsername_key" ON "User"("canonicalUsername");

-- CreateIndex
CREATE INDEX "PasswordLink_sub_idx" ON "PasswordLink"("sub");

-- CreateIndex
CREATE INDEX "PasswordLink_expiresAt_idx" ON "PasswordLink"("expiresAt");

-- CreateIndex
CREATE INDEX "SigningKey_expiresAt_idx" ON "SigningKey"("expiresAt");

-- CreateIndex
CREATE UNIQUE INDEX "Browser_handleHash_key" ON "Browser"("handleHash");

-- CreateIndex
CREATE INDEX "Browser_expiresAt_idx" ON "Browser"("expiresAt");

-- CreateIndex
CREATE INDEX "Session_browserId_idx" ON "Session"("browserId");

-- CreateIndex
CREATE INDEX "Session_sub_idx" ON "Session"("sub");

-- CreateIndex
CREATE INDEX "Session_expiresAt_idx" ON "Session"("expiresAt");

-- CreateIndex
CREATE INDEX "Interaction_expiresAt_idx" ON "Interaction"("expiresAt");

-- CreateIndex
CREATE INDEX "Grant_sub_clientId_idx" ON "Grant"("sub", "clientId");

-- CreateIndex
CREATE INDEX "Grant_clientId_idx" ON "Grant"("clientId");

-- CreateIndex
CREATE INDEX "Grant_sid_idx" ON "Grant"("sid");

-- CreateIndex
CREATE INDEX "Grant_expiresAt_idx" ON "Grant"("expiresAt");

-- CreateIndex
CREATE INDEX "AuthorizationCode_grantId_idx" ON "AuthorizationCode"("grantId");

-- CreateIndex
CREATE INDEX "RefreshToken_grantId_idx" ON "RefreshToken"("grantId");

-- CreateIndex
CREATE INDEX "AccessToken_grantId_idx" ON "AccessToken"("grantId");

-- CreateIndex
CREATE INDEX "AccessToken_clientId_idx" ON "AccessToken"("clientId");

-- CreateIndex
CREATE INDEX "AccessToken_sub_idx" ON "AccessToken"("sub");

-- CreateIndex
CREATE INDEX "AccessToken_expiresAt_idx" ON "AccessToken"("expiresAt");

-- CreateIndex
CREATE INDEX "RevokedToken_expiresAt_idx" ON "RevokedToken"("expiresAt");

-- CreateIndex
CREATE INDEX "Consent_clientId_idx" ON "Consent"("clientId");

-- CreateIndex
CREATE INDEX "Consent_expiresAt_idx" ON "Consent"("expiresAt");

-- CreateIndex
CREATE INDEX "RateLimit_expiresAt_idx" ON "RateLimit"("expiresAt");
