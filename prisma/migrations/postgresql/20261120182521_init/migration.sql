-- CreateTable
CREATE TABLE "Revision" (
    "id" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,

    CONSTRAINT "Revision_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Installation" (
    "key" TEXT NOT NULL,
    "value" TEXT NOT NULL,

    CONSTRAINT "Installation_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "Portal" (
    "id" INTEGER NOT NULL,
    "sessionIdleSeconds" INTEGER NOT NULL,
    "sessionAbsoluteSeconds" INTEGER NOT NULL,
    "rememberSeconds" INTEGER NOT NULL,
    "login" TEXT NOT NULL,
    "registration" TEXT NOT NULL,
    "dynamicRegistration" TEXT NOT NULL,

    CONSTRAINT "Portal_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Client" (
    "clientId" TEXT NOT NULL,
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
    "createdAt" TIMESTAMP(3) NOT NULL,
    "updatedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Client_pkey" PRIMARY KEY ("clientId")
);

-- CreateTable
CREATE TABLE "ClientUri" (
    "clientId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "uri" TEXT NOT NULL,

    CONSTRAINT "ClientUri_pkey" PRIMARY KEY ("clientId","kind","position")
);

-- CreateTable
CREATE TABLE "ClientSecret" (
    "id" TEXT NOT NULL,
    "clientId" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "hash" TEXT NOT NULL,
    "description" TEXT,
    "expiresAt" TIMESTAMP(3),
    "createdAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "ClientSecret_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Scope" (
    "name" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "displayName" TEXT,
    "description" TEXT,
    "claims" TEXT NOT NULL,
    "required" BOOLEAN NOT NULL,
    "emphasize" BOOLEAN NOT NULL,
    "enabled" BOOLEAN NOT NULL,
    "resource" TEXT,
    "texts" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "updatedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Scope_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "ScopeSecret" (
    "id" TEXT NOT NULL,
    "scopeName" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "hash" TEXT NOT NULL,
    "description" TEXT,
    "expiresAt" TIMESTAMP(3),
    "createdAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "ScopeSecret_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "User" (
    "sub" TEXT NOT NULL,
    "username" TEXT NOT NULL,
    "canonicalUsername" TEXT NOT NULL,
    "passwordHash" TEXT,
    "enabled" BOOLEAN NOT NULL,
    "admin" TEXT,
    "tenants" TEXT NOT NULL,
    "claims" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "updatedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "User_pkey" PRIMARY KEY ("sub")
);

-- CreateTable
CREATE TABLE "PasswordLink" (
    "hash" TEXT NOT NULL,
    "sub" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,
    "usedAt" TIMESTAMP(3),

    CONSTRAINT "PasswordLink_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "IdentityProvider" (
    "name" TEXT NOT NULL,
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
    "createdAt" TIMESTAMP(3) NOT NULL,
    "updatedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "IdentityProvider_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "Tenant" (
    "name" TEXT NOT NULL,
    "displayName" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL,
    "defaultLocale" TEXT,
    "identityProviders" TEXT,
    "login" TEXT,
    "registration" TEXT,
    "theme" TEXT NOT NULL,
    "links" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "updatedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Tenant_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "SigningKey" (
    "kid" TEXT NOT NULL,
    "alg" TEXT NOT NULL,
    "publicJwk" TEXT NOT NULL,
    "privateSealed" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "activatesAt" TIMESTAMP(3) NOT NULL,
    "retiresAt" TIMESTAMP(3),
    "expiresAt" TIMESTAMP(3),

    CONSTRAINT "SigningKey_pkey" PRIMARY KEY ("kid")
);

-- CreateTable
CREATE TABLE "Browser" (
    "id" TEXT NOT NULL,
    "handleHash" TEXT NOT NULL,
    "currentSid" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Browser_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Session" (
    "sid" TEXT NOT NULL,
    "browserId" TEXT NOT NULL,
    "sub" TEXT NOT NULL,
    "authTime" TIMESTAMP(3) NOT NULL,
    "amr" TEXT NOT NULL,
    "idp" TEXT NOT NULL,
    "acr" TEXT,
    "remember" BOOLEAN NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "lastSeenAt" TIMESTAMP(3) NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,
    "endedAt" TIMESTAMP(3),

    CONSTRAINT "Session_pkey" PRIMARY KEY ("sid")
);

-- CreateTable
CREATE TABLE "Interaction" (
    "hash" TEXT NOT NULL,
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
    "startedAt" TIMESTAMP(3) NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,
    "completedAt" TIMESTAMP(3),

    CONSTRAINT "Interaction_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "Grant" (
    "id" TEXT NOT NULL,
    "clientId" TEXT NOT NULL,
    "sub" TEXT,
    "sid" TEXT,
    "scope" TEXT NOT NULL,
    "authTime" TIMESTAMP(3),
    "amr" TEXT,
    "idp" TEXT,
    "acr" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,
    "revokedAt" TIMESTAMP(3),
    "revokedReason" TEXT,

    CONSTRAINT "Grant_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AuthorizationCode" (
    "hash" TEXT NOT NULL,
    "grantId" TEXT NOT NULL,
    "redirectUri" TEXT NOT NULL,
    "codeChallenge" TEXT,
    "codeChallengeMethod" TEXT,
    "nonce" TEXT,
    "stateHash" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,
    "redeemedAt" TIMESTAMP(3),

    CONSTRAINT "AuthorizationCode_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "RefreshToken" (
    "hash" TEXT NOT NULL,
    "grantId" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,
    "absoluteExpiresAt" TIMESTAMP(3),
    "consumedAt" TIMESTAMP(3),
    "graceUses" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "RefreshToken_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "AccessToken" (
    "hash" TEXT NOT NULL,
    "jti" TEXT NOT NULL,
    "grantId" TEXT,
    "clientId" TEXT NOT NULL,
    "sub" TEXT,
    "sid" TEXT,
    "scope" TEXT NOT NULL,
    "audience" TEXT NOT NULL,
    "claims" TEXT NOT NULL,
    "issuedAt" TIMESTAMP(3) NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,
    "revokedAt" TIMESTAMP(3),

    CONSTRAINT "AccessToken_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "RevokedToken" (
    "jti" TEXT NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "RevokedToken_pkey" PRIMARY KEY ("jti")
);

-- CreateTable
CREATE TABLE "Consent" (
    "sub" TEXT NOT NULL,
    "clientId" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "expiresAt" TIMESTAMP(3),

    CONSTRAINT "Consent_pkey" PRIMARY KEY ("sub","clientId")
);

-- CreateTable
CREATE TABLE "RateLimit" (
    "key" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "RateLimit_pkey" PRIMARY KEY ("key")
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

-- AddForeignKey
ALTER TABLE "ClientUri" ADD CONSTRAINT "ClientUri_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "Client"("clientId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ClientSecret" ADD CONSTRAINT "ClientSecret_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "Client"("clientId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ScopeSecret" ADD CONSTRAINT "ScopeSecret_scopeName_fkey" FOREIGN KEY ("scopeName") REFERENCES "Scope"("name") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PasswordLink" ADD CONSTRAINT "PasswordLink_sub_fkey" FOREIGN KEY ("sub") REFERENCES "User"("sub") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Session" ADD CONSTRAINT "Session_browserId_fkey" FOREIGN KEY ("browserId") REFERENCES "Browser"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Session" ADD CONSTRAINT "Session_sub_fkey" FOREIGN KEY ("sub") REFERENCES "User"("sub") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Interaction" ADD CONSTRAINT "Interaction_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "Client"("clientId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Grant" ADD CONSTRAINT "Grant_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "Client"("clientId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Grant" ADD CONSTRAINT "Grant_sub_fkey" FOREIGN KEY ("sub") REFERENCES "User"("sub") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AuthorizationCode" ADD CONSTRAINT "AuthorizationCode_grantId_fkey" FOREIGN KEY ("grantId") REFERENCES "Grant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RefreshToken" ADD CONSTRAINT "RefreshToken_grantId_fkey" FOREIGN KEY ("grantId") REFERENCES "Grant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AccessToken" ADD CONSTRAINT "AccessToken_grantId_fkey" FOREIGN KEY ("grantId") REFERENCES "Grant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AccessToken" ADD CONSTRAINT "AccessToken_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "Client"("clientId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AccessToken" ADD CONSTRAINT "AccessToken_sub_fkey" FOREIGN KEY ("sub") REFERENCES "User"("sub") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Consent" ADD CONSTRAINT "Consent_sub_fkey" FOREIGN KEY ("sub") REFERENCES "User"("sub") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Consent" ADD CONSTRAINT "Consent_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "Client"("clientId") ON DELETE CASCADE ON UPDATE CASCADE;
