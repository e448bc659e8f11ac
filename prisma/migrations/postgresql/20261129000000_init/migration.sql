-- CreateTable
CREATE TABLE "Revision" (
    "id" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "heldBy" TEXT,
    "heldAt" TIMESTAMP(3),

    CONSTRAINT "Revision_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "LargeChange" (
    "id" TEXT NOT NULL,
    "number" INTEGER,
    "author" TEXT NOT NULL,

    CONSTRAINT "LargeChange_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Installation" (
    "key" TEXT NOT NULL,
    "value" TEXT NOT NULL,

    CONSTRAINT "Installation_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "JobLease" (
    "job" TEXT NOT NULL,
    "holder" TEXT NOT NULL,
    "until" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "JobLease_pkey" PRIMARY KEY ("job")
);

-- CreateTable
CREATE TABLE "Portal" (
    "id" INTEGER NOT NULL,
    "settings" TEXT NOT NULL,
    "sessionAbsoluteSeconds" INTEGER NOT NULL,
    "rememberSeconds" INTEGER NOT NULL,

    CONSTRAINT "Portal_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Client" (
    "clientId" TEXT NOT NULL,
    "settings" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL,
    "selfRegistered" BOOLEAN NOT NULL,
    "agentState" TEXT NOT NULL,
    "agentEndDate" TEXT,
    "access" TEXT NOT NULL DEFAULT 'everyone',
    "tenant" TEXT,
    "backchannelLogoutUri" TEXT,
    "registrantNetwork" TEXT,
    "documentExpiresAt" TIMESTAMP(3),
    "createdAt" TIMESTAMP(3) NOT NULL,
    "updatedAt" TIMESTAMP(3) NOT NULL,
    "accessEndedIn" INTEGER NOT NULL DEFAULT 0,
    "removedAt" TIMESTAMP(3),
    "staged" TEXT,
    "stagedBy" TEXT,

    CONSTRAINT "Client_pkey" PRIMARY KEY ("clientId")
);

-- CreateTable
CREATE TABLE "ClientLogo" (
    "clientId" TEXT NOT NULL,
    "uri" TEXT NOT NULL,
    "hash" TEXT,
    "picture" TEXT,
    "problem" TEXT,
    "attempts" INTEGER NOT NULL,
    "nextAttemptAt" TIMESTAMP(3),

    CONSTRAINT "ClientLogo_pkey" PRIMARY KEY ("clientId")
);

-- CreateTable
CREATE TABLE "ClientUse" (
    "clientId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "lastUsedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "ClientUse_pkey" PRIMARY KEY ("clientId","kind","value")
);

-- CreateTable
CREATE TABLE "ClientSecret" (
    "id" TEXT NOT NULL,
    "clientId" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "hash" TEXT NOT NULL,
    "ending" TEXT,
    "description" TEXT,
    "expiresAt" TIMESTAMP(3),
    "createdAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "ClientSecret_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Scope" (
    "name" TEXT NOT NULL,
    "settings" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "updatedAt" TIMESTAMP(3) NOT NULL,
    "staged" TEXT,
    "stagedBy" TEXT,

    CONSTRAINT "Scope_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "ScopeSecret" (
    "id" TEXT NOT NULL,
    "scopeName" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "hash" TEXT NOT NULL,
    "ending" TEXT,
    "description" TEXT,
    "expiresAt" TIMESTAMP(3),
    "createdAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "ScopeSecret_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Api" (
    "name" TEXT NOT NULL,
    "settings" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "updatedAt" TIMESTAMP(3) NOT NULL,
    "staged" TEXT,
    "stagedBy" TEXT,

    CONSTRAINT "Api_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "Group" (
    "key" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "settings" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "updatedAt" TIMESTAMP(3) NOT NULL,
    "staged" TEXT,
    "stagedBy" TEXT,

    CONSTRAINT "Group_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "FormerGroup" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "removedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "FormerGroup_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Membership" (
    "sub" TEXT NOT NULL,
    "groupId" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "expiresAt" TIMESTAMP(3),
    "since" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Membership_pkey" PRIMARY KEY ("sub","groupId","source")
);

-- CreateTable
CREATE TABLE "Assignment" (
    "id" TEXT NOT NULL,
    "sub" TEXT NOT NULL,
    "target" TEXT NOT NULL,
    "clientId" TEXT,
    "api" TEXT,
    "source" TEXT NOT NULL,
    "expiresAt" TIMESTAMP(3),
    "since" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Assignment_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "FormerRole" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "removedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "FormerRole_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "User" (
    "sub" TEXT NOT NULL,
    "username" TEXT NOT NULL,
    "canonicalUsername" TEXT NOT NULL,
    "canonicalEmail" TEXT,
    "emailVerified" BOOLEAN NOT NULL DEFAULT false,
    "hasUnprovedName" BOOLEAN NOT NULL DEFAULT false,
    "origin" TEXT NOT NULL DEFAULT 'administrator',
    "usernameKey" TEXT NOT NULL DEFAULT '',
    "hasWords" BOOLEAN NOT NULL DEFAULT false,
    "passwordHash" TEXT,
    "passwordKind" TEXT,
    "passwordCarries" TEXT,
    "enabled" BOOLEAN NOT NULL,
    "admin" TEXT,
    "tenants" TEXT NOT NULL,
    "claims" TEXT NOT NULL,
    "access" TEXT NOT NULL DEFAULT '',
    "createdAt" TIMESTAMP(3) NOT NULL,
    "updatedAt" TIMESTAMP(3) NOT NULL,
    "lastSignInAt" TIMESTAMP(3),
    "mustSetPassword" BOOLEAN NOT NULL DEFAULT false,
    "twoStep" BOOLEAN NOT NULL DEFAULT false,
    "recoveredAt" TIMESTAMP(3),

    CONSTRAINT "User_pkey" PRIMARY KEY ("sub")
);

-- CreateTable
CREATE TABLE "UserWord" (
    "word" TEXT NOT NULL,
    "sub" TEXT NOT NULL,

    CONSTRAINT "UserWord_pkey" PRIMARY KEY ("sub","word")
);

-- CreateTable
CREATE TABLE "UserIdentity" (
    "provider" TEXT NOT NULL,
    "issuer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "sub" TEXT NOT NULL,
    "claims" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "lastUsedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "UserIdentity_pkey" PRIMARY KEY ("provider","issuer","subject")
);

-- CreateTable
CREATE TABLE "UpstreamSignIn" (
    "hash" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "browserHash" TEXT NOT NULL,
    "interactionHash" TEXT NOT NULL,
    "sealed" TEXT NOT NULL,
    "identity" TEXT,
    "problem" TEXT,
    "reference" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,
    "usedAt" TIMESTAMP(3),
    "finishedAt" TIMESTAMP(3),

    CONSTRAINT "UpstreamSignIn_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "UpstreamSession" (
    "sid" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "issuer" TEXT,
    "subject" TEXT,
    "upstreamSid" TEXT,
    "sealed" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "UpstreamSession_pkey" PRIMARY KEY ("sid")
);

-- CreateTable
CREATE TABLE "UpstreamLogout" (
    "provider" TEXT NOT NULL,
    "jti" TEXT NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "UpstreamLogout_pkey" PRIMARY KEY ("provider","jti")
);

-- CreateTable
CREATE TABLE "KnownBrowser" (
    "hash" TEXT NOT NULL,
    "sub" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "KnownBrowser_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "UserPicture" (
    "sub" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "bytes" BYTEA NOT NULL,
    "updatedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "UserPicture_pkey" PRIMARY KEY ("sub")
);

-- CreateTable
CREATE TABLE "Passkey" (
    "id" TEXT NOT NULL,
    "sub" TEXT NOT NULL,
    "publicKey" TEXT NOT NULL,
    "counter" BIGINT NOT NULL,
    "transports" TEXT NOT NULL,
    "aaguid" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "deviceBound" BOOLEAN NOT NULL,
    "backedUp" BOOLEAN NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "lastUsedAt" TIMESTAMP(3),

    CONSTRAINT "Passkey_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "PasskeyChallenge" (
    "hash" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,
    "boundTo" TEXT NOT NULL,
    "sub" TEXT,
    "expiresAt" TIMESTAMP(3) NOT NULL,
    "usedAt" TIMESTAMP(3),

    CONSTRAINT "PasskeyChallenge_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "Authenticator" (
    "sub" TEXT NOT NULL,
    "sealed" TEXT NOT NULL,
    "lastStep" BIGINT,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "lastUsedAt" TIMESTAMP(3),

    CONSTRAINT "Authenticator_pkey" PRIMARY KEY ("sub")
);

-- CreateTable
CREATE TABLE "RecoveryCode" (
    "sub" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "salt" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "usedAt" TIMESTAMP(3),

    CONSTRAINT "RecoveryCode_pkey" PRIMARY KEY ("sub","hash")
);

-- CreateTable
CREATE TABLE "EmailCode" (
    "hash" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,
    "sub" TEXT,
    "email" TEXT NOT NULL,
    "codeHash" TEXT NOT NULL,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,
    "usedAt" TIMESTAMP(3),

    CONSTRAINT "EmailCode_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "PendingAccount" (
    "hash" TEXT NOT NULL,
    "username" TEXT,
    "name" TEXT,
    "givenName" TEXT,
    "familyName" TEXT,
    "email" TEXT NOT NULL,
    "passwordHash" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "PendingAccount_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "TrustedDevice" (
    "hash" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "sub" TEXT NOT NULL,
    "userAgent" TEXT,
    "address" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "lastUsedAt" TIMESTAMP(3) NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "TrustedDevice_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "FactorFailure" (
    "sub" TEXT NOT NULL,
    "factor" TEXT NOT NULL,
    "failures" INTEGER NOT NULL,
    "stoppedAt" TIMESTAMP(3),
    "attackedAt" TIMESTAMP(3),

    CONSTRAINT "FactorFailure_pkey" PRIMARY KEY ("sub","factor")
);

-- CreateTable
CREATE TABLE "AccountLink" (
    "hash" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "sub" TEXT,
    "email" TEXT NOT NULL,
    "passwordHash" TEXT,
    "passwordCarries" TEXT,
    "wrongCodes" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,
    "usedAt" TIMESTAMP(3),

    CONSTRAINT "AccountLink_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "AccountNotice" (
    "id" TEXT NOT NULL,
    "sub" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "details" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,
    "readAt" TIMESTAMP(3),

    CONSTRAINT "AccountNotice_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AgentRequest" (
    "clientId" TEXT NOT NULL,
    "sub" TEXT NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "AgentRequest_pkey" PRIMARY KEY ("clientId","sub")
);

-- CreateTable
CREATE TABLE "AccessRequest" (
    "id" TEXT NOT NULL,
    "clientId" TEXT NOT NULL,
    "sub" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "reason" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "toldAt" TIMESTAMP(3),
    "decidedAt" TIMESTAMP(3),
    "note" TEXT,
    "expiresAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "AccessRequest_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ScopeUse" (
    "sub" TEXT NOT NULL,
    "clientId" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "lastUsedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "ScopeUse_pkey" PRIMARY KEY ("sub","clientId","scope")
);

-- CreateTable
CREATE TABLE "PasswordLink" (
    "hash" TEXT NOT NULL,
    "sub" TEXT NOT NULL,
    "carries" TEXT,
    "email" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,
    "usedAt" TIMESTAMP(3),

    CONSTRAINT "PasswordLink_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "IdentityProvider" (
    "name" TEXT NOT NULL,
    "settings" TEXT NOT NULL,
    "clientSecretSealed" TEXT,
    "position" INTEGER NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "updatedAt" TIMESTAMP(3) NOT NULL,
    "staged" TEXT,
    "stagedBy" TEXT,

    CONSTRAINT "IdentityProvider_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "Tenant" (
    "name" TEXT NOT NULL,
    "settings" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "updatedAt" TIMESTAMP(3) NOT NULL,
    "staged" TEXT,
    "stagedBy" TEXT,

    CONSTRAINT "Tenant_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "SigningKey" (
    "kid" TEXT NOT NULL,
    "alg" TEXT NOT NULL,
    "use" TEXT NOT NULL DEFAULT 'sig',
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
    "proofs" TEXT NOT NULL DEFAULT '[]',
    "isSpared" BOOLEAN NOT NULL DEFAULT false,
    "idp" TEXT NOT NULL,
    "remember" BOOLEAN NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "lastSeenAt" TIMESTAMP(3) NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,
    "endedAt" TIMESTAMP(3),
    "userAgent" TEXT,
    "address" TEXT,
    "guardedAt" TIMESTAMP(3),
    "confirmedAt" TIMESTAMP(3),
    "provenUseAt" TIMESTAMP(3),

    CONSTRAINT "Session_pkey" PRIMARY KEY ("sid")
);

-- CreateTable
CREATE TABLE "SessionClient" (
    "sid" TEXT NOT NULL,
    "clientId" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "SessionClient_pkey" PRIMARY KEY ("sid","clientId")
);

-- CreateTable
CREATE TABLE "AccessChange" (
    "kind" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "stamp" TEXT NOT NULL,
    "after" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "AccessChange_pkey" PRIMARY KEY ("kind","key")
);

-- CreateTable
CREATE TABLE "LogoutNotice" (
    "id" TEXT NOT NULL,
    "clientId" TEXT NOT NULL,
    "sid" TEXT NOT NULL,
    "sub" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "nextAttemptAt" TIMESTAMP(3) NOT NULL,
    "deliveredAt" TIMESTAMP(3),
    "expiresAt" TIMESTAMP(3) NOT NULL,
    "isAccess" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "LogoutNotice_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "OutboxMail" (
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "sealed" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "nextAttemptAt" TIMESTAMP(3),
    "deliveredAt" TIMESTAMP(3),
    "failedAt" TIMESTAMP(3),
    "problem" TEXT,
    "expiresAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "OutboxMail_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Interaction" (
    "hash" TEXT NOT NULL,
    "browserHash" TEXT NOT NULL,
    "username" TEXT,
    "typedName" TEXT,
    "typedEmail" TEXT,
    "chosenSid" TEXT,
    "problem" TEXT,
    "isChoosing" BOOLEAN NOT NULL DEFAULT false,
    "provedSub" TEXT,
    "proofs" TEXT NOT NULL DEFAULT '[]',
    "remember" BOOLEAN NOT NULL DEFAULT false,
    "wrongCodes" INTEGER NOT NULL DEFAULT 0,
    "startedAt" TIMESTAMP(3) NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,
    "completedAt" TIMESTAMP(3),
    "answer" TEXT,

    CONSTRAINT "Interaction_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "AuthorizationRequest" (
    "hash" TEXT NOT NULL,
    "clientId" TEXT NOT NULL,
    "responseType" TEXT NOT NULL,
    "responseMode" TEXT NOT NULL,
    "redirectUri" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "resources" TEXT,
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
    "pushedHash" TEXT,
    "wasSigned" BOOLEAN NOT NULL DEFAULT false,
    "triedBy" TEXT,
    "trialReport" TEXT,

    CONSTRAINT "AuthorizationRequest_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "EnteredCode" (
    "hash" TEXT NOT NULL,
    "userCode" TEXT NOT NULL,
    "isPrefilled" BOOLEAN NOT NULL,
    "deviceHash" TEXT,
    "clientId" TEXT,
    "scope" TEXT,
    "loginHint" TEXT,
    "uiLocales" TEXT,
    "acrValues" TEXT,
    "outcome" TEXT,

    CONSTRAINT "EnteredCode_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "PortalSignIn" (
    "hash" TEXT NOT NULL,
    "area" TEXT NOT NULL,
    "again" BOOLEAN NOT NULL,
    "changesFactors" BOOLEAN NOT NULL DEFAULT false,
    "typed" TEXT,

    CONSTRAINT "PortalSignIn_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "DocumentRequest" (
    "hash" TEXT NOT NULL,
    "query" TEXT NOT NULL,

    CONSTRAINT "DocumentRequest_pkey" PRIMARY KEY ("hash")
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
    "tenant" TEXT,
    "claims" TEXT,
    "resources" TEXT,
    "offlineImplied" BOOLEAN,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,
    "revokedAt" TIMESTAMP(3),
    "revokedReason" TEXT,
    "era" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "Grant_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Revocation" (
    "number" INTEGER NOT NULL,
    "sub" TEXT,
    "clientId" TEXT,
    "reason" TEXT,
    "scope" TEXT,
    "consents" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Revocation_pkey" PRIMARY KEY ("number")
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
    "confirmation" TEXT,
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
    "confirmation" TEXT,

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
    "claims" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "expiresAt" TIMESTAMP(3),
    "era" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "Consent_pkey" PRIMARY KEY ("sub","clientId")
);

-- CreateTable
CREATE TABLE "RateLimit" (
    "key" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "RateLimit_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "DeviceRequest" (
    "hash" TEXT NOT NULL,
    "userCodeHash" TEXT NOT NULL,
    "codeHash" TEXT,
    "clientId" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "grantId" TEXT,
    "loginHint" TEXT,
    "uiLocales" TEXT,
    "acrValues" TEXT,
    "clientAddress" TEXT NOT NULL,
    "intervalSeconds" INTEGER NOT NULL,
    "lastPolledAt" TIMESTAMP(3),
    "cameEarly" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,
    "decidedAt" TIMESTAMP(3),
    "redeemedAt" TIMESTAMP(3),

    CONSTRAINT "DeviceRequest_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "PushedRequest" (
    "hash" TEXT NOT NULL,
    "clientId" TEXT NOT NULL,
    "parameters" TEXT NOT NULL,
    "wasSigned" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,
    "usedAt" TIMESTAMP(3),

    CONSTRAINT "PushedRequest_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "UsedJwt" (
    "key" TEXT NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "UsedJwt_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "InitialAccessToken" (
    "hash" TEXT NOT NULL,
    "description" TEXT,
    "remainingUses" INTEGER,
    "flows" TEXT NOT NULL DEFAULT 'code',
    "createdAt" TIMESTAMP(3) NOT NULL,
    "expiresAt" TIMESTAMP(3),

    CONSTRAINT "InitialAccessToken_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "Explanation" (
    "reference" TEXT NOT NULL,
    "groupKey" TEXT NOT NULL,
    "endpoint" TEXT NOT NULL,
    "rule" TEXT NOT NULL,
    "error" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "clientId" TEXT,
    "network" TEXT NOT NULL,
    "facts" TEXT NOT NULL,
    "occurrences" INTEGER NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "lastSeenAt" TIMESTAMP(3) NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Explanation_pkey" PRIMARY KEY ("reference")
);

-- CreateTable
CREATE TABLE "ExplanationReference" (
    "reference" TEXT NOT NULL,
    "first" TEXT NOT NULL,
    "network" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "ExplanationReference_pkey" PRIMARY KEY ("reference")
);

-- CreateTable
CREATE TABLE "AuditEvent" (
    "id" TEXT NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,
    "type" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "actorKind" TEXT NOT NULL,
    "actorId" TEXT,
    "actorName" TEXT,
    "targetKind" TEXT,
    "targetId" TEXT,
    "targetName" TEXT,
    "clientId" TEXT,
    "clientName" TEXT,
    "address" TEXT,
    "requestId" TEXT,
    "details" TEXT NOT NULL,

    CONSTRAINT "AuditEvent_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AuditSeal" (
    "sequence" INTEGER NOT NULL,
    "eventId" TEXT NOT NULL,
    "previousHash" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "keyNumber" INTEGER,

    CONSTRAINT "AuditSeal_pkey" PRIMARY KEY ("sequence")
);

-- CreateTable
CREATE TABLE "AuditKey" (
    "number" INTEGER NOT NULL,
    "sealed" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "AuditKey_pkey" PRIMARY KEY ("number")
);

-- CreateTable
CREATE TABLE "ConfigurationRevision" (
    "number" INTEGER NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,
    "source" TEXT NOT NULL,
    "actorKind" TEXT NOT NULL,
    "actorId" TEXT,
    "actorName" TEXT,
    "reason" TEXT,

    CONSTRAINT "ConfigurationRevision_pkey" PRIMARY KEY ("number")
);

-- CreateTable
CREATE TABLE "ConfigurationChange" (
    "number" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "section" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "before" TEXT,
    "after" TEXT,

    CONSTRAINT "ConfigurationChange_pkey" PRIMARY KEY ("number","position")
);

-- CreateTable
CREATE TABLE "Trace" (
    "id" TEXT NOT NULL,
    "clientId" TEXT NOT NULL,
    "actorId" TEXT,
    "actorName" TEXT NOT NULL,
    "startedAt" TIMESTAMP(3) NOT NULL,
    "endsAt" TIMESTAMP(3) NOT NULL,
    "stoppedBy" TEXT,
    "seen" INTEGER NOT NULL DEFAULT 0,
    "expiresAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Trace_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "TraceStep" (
    "id" TEXT NOT NULL,
    "traceId" TEXT NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,
    "endpoint" TEXT NOT NULL,
    "status" INTEGER NOT NULL,
    "outcome" TEXT NOT NULL,
    "failed" BOOLEAN NOT NULL,
    "detail" TEXT NOT NULL,

    CONSTRAINT "TraceStep_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "TraceMark" (
    "stepId" TEXT NOT NULL,
    "mark" TEXT NOT NULL,
    "traceId" TEXT NOT NULL,

    CONSTRAINT "TraceMark_pkey" PRIMARY KEY ("stepId","mark")
);

-- CreateTable
CREATE TABLE "IdempotentRequest" (
    "caller" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "digest" TEXT NOT NULL,
    "status" INTEGER,
    "location" TEXT,
    "etag" TEXT,
    "body" TEXT,
    "expiresAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "IdempotentRequest_pkey" PRIMARY KEY ("caller","key")
);

-- CreateTable
CREATE TABLE "Removal" (
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "startedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Removal_pkey" PRIMARY KEY ("kind","name")
);

-- CreateTable
CREATE TABLE "UsageHour" (
    "hour" TIMESTAMP(3) NOT NULL,
    "metric" TEXT NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "UsageHour_pkey" PRIMARY KEY ("metric","hour")
);

-- CreateTable
CREATE TABLE "ClientUsage" (
    "clientId" TEXT NOT NULL,
    "unit" TEXT NOT NULL,
    "start" TIMESTAMP(3) NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "ClientUsage_pkey" PRIMARY KEY ("clientId","unit","start")
);

-- CreateTable
CREATE TABLE "UsageCursor" (
    "id" INTEGER NOT NULL,
    "sequence" INTEGER NOT NULL,

    CONSTRAINT "UsageCursor_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ActiveUser" (
    "sub" TEXT NOT NULL,
    "day" TIMESTAMP(3) NOT NULL,
    "hour" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "ActiveUser_pkey" PRIMARY KEY ("sub")
);

-- CreateTable
CREATE TABLE "OverviewSnapshot" (
    "range" TEXT NOT NULL,
    "zone" TEXT NOT NULL,
    "to" TIMESTAMP(3) NOT NULL,
    "content" TEXT NOT NULL,

    CONSTRAINT "OverviewSnapshot_pkey" PRIMARY KEY ("range","zone")
);

-- CreateTable
CREATE TABLE "CheckDismissal" (
    "id" TEXT NOT NULL,
    "note" TEXT,
    "dismissedBy" TEXT NOT NULL,
    "dismissedAt" TIMESTAMP(3) NOT NULL,
    "expiresAt" TIMESTAMP(3),

    CONSTRAINT "CheckDismissal_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Client_stagedBy_idx" ON "Client"("stagedBy");

-- CreateIndex
CREATE INDEX "ClientLogo_hash_idx" ON "ClientLogo"("hash");

-- CreateIndex
CREATE INDEX "ClientUse_kind_lastUsedAt_idx" ON "ClientUse"("kind", "lastUsedAt");

-- CreateIndex
CREATE INDEX "ClientSecret_clientId_idx" ON "ClientSecret"("clientId");

-- CreateIndex
CREATE INDEX "Scope_stagedBy_idx" ON "Scope"("stagedBy");

-- CreateIndex
CREATE INDEX "ScopeSecret_scopeName_idx" ON "ScopeSecret"("scopeName");

-- CreateIndex
CREATE INDEX "Api_stagedBy_idx" ON "Api"("stagedBy");

-- CreateIndex
CREATE UNIQUE INDEX "Group_id_key" ON "Group"("id");

-- CreateIndex
CREATE INDEX "Group_stagedBy_idx" ON "Group"("stagedBy");

-- CreateIndex
CREATE INDEX "FormerGroup_removedAt_idx" ON "FormerGroup"("removedAt");

-- CreateIndex
CREATE INDEX "Membership_groupId_sub_idx" ON "Membership"("groupId", "sub");

-- CreateIndex
CREATE INDEX "Membership_expiresAt_idx" ON "Membership"("expiresAt") WHERE ("expiresAt" IS NOT NULL);

-- CreateIndex
CREATE INDEX "Membership_source_sub_idx" ON "Membership"("source", "sub");

-- CreateIndex
CREATE INDEX "Assignment_clientId_sub_idx" ON "Assignment"("clientId", "sub");

-- CreateIndex
CREATE INDEX "Assignment_api_sub_idx" ON "Assignment"("api", "sub");

-- CreateIndex
CREATE INDEX "Assignment_target_sub_idx" ON "Assignment"("target", "sub");

-- CreateIndex
CREATE INDEX "Assignment_expiresAt_idx" ON "Assignment"("expiresAt");

-- CreateIndex
CREATE UNIQUE INDEX "Assignment_sub_target_source_key" ON "Assignment"("sub", "target", "source");

-- CreateIndex
CREATE INDEX "FormerRole_removedAt_idx" ON "FormerRole"("removedAt");

-- CreateIndex
CREATE UNIQUE INDEX "User_canonicalUsername_key" ON "User"("canonicalUsername");

-- CreateIndex
CREATE INDEX "User_canonicalEmail_idx" ON "User"("canonicalEmail");

-- CreateIndex
CREATE INDEX "User_hasUnprovedName_idx" ON "User"("hasUnprovedName");

-- CreateIndex
CREATE INDEX "User_hasWords_idx" ON "User"("hasWords");

-- CreateIndex
CREATE INDEX "User_passwordKind_idx" ON "User"("passwordKind");

-- CreateIndex
CREATE INDEX "User_usernameKey_idx" ON "User"("usernameKey");

-- CreateIndex
CREATE INDEX "User_enabled_usernameKey_idx" ON "User"("enabled", "usernameKey");

-- CreateIndex
CREATE INDEX "User_admin_usernameKey_idx" ON "User"("admin", "usernameKey");

-- CreateIndex
CREATE INDEX "User_lastSignInAt_usernameKey_idx" ON "User"("lastSignInAt", "usernameKey");

-- CreateIndex
CREATE INDEX "User_createdAt_usernameKey_idx" ON "User"("createdAt", "usernameKey");

-- CreateIndex
CREATE INDEX "UserWord_word_sub_idx" ON "UserWord"("word", "sub");

-- CreateIndex
CREATE INDEX "UserIdentity_provider_lastUsedAt_idx" ON "UserIdentity"("provider", "lastUsedAt");

-- CreateIndex
CREATE INDEX "UserIdentity_sub_provider_idx" ON "UserIdentity"("sub", "provider");

-- CreateIndex
CREATE INDEX "UpstreamSignIn_interactionHash_idx" ON "UpstreamSignIn"("interactionHash");

-- CreateIndex
CREATE INDEX "UpstreamSignIn_expiresAt_idx" ON "UpstreamSignIn"("expiresAt");

-- CreateIndex
CREATE INDEX "UpstreamSession_provider_subject_idx" ON "UpstreamSession"("provider", "subject");

-- CreateIndex
CREATE INDEX "UpstreamSession_provider_upstreamSid_idx" ON "UpstreamSession"("provider", "upstreamSid");

-- CreateIndex
CREATE INDEX "UpstreamLogout_expiresAt_idx" ON "UpstreamLogout"("expiresAt");

-- CreateIndex
CREATE INDEX "KnownBrowser_sub_createdAt_idx" ON "KnownBrowser"("sub", "createdAt");

-- CreateIndex
CREATE INDEX "KnownBrowser_expiresAt_idx" ON "KnownBrowser"("expiresAt");

-- CreateIndex
CREATE UNIQUE INDEX "UserPicture_id_key" ON "UserPicture"("id");

-- CreateIndex
CREATE INDEX "Passkey_sub_createdAt_idx" ON "Passkey"("sub", "createdAt");

-- CreateIndex
CREATE INDEX "PasskeyChallenge_expiresAt_idx" ON "PasskeyChallenge"("expiresAt");

-- CreateIndex
CREATE INDEX "EmailCode_expiresAt_idx" ON "EmailCode"("expiresAt");

-- CreateIndex
CREATE INDEX "PendingAccount_expiresAt_idx" ON "PendingAccount"("expiresAt");

-- CreateIndex
CREATE UNIQUE INDEX "TrustedDevice_id_key" ON "TrustedDevice"("id");

-- CreateIndex
CREATE INDEX "TrustedDevice_sub_createdAt_idx" ON "TrustedDevice"("sub", "createdAt");

-- CreateIndex
CREATE INDEX "TrustedDevice_expiresAt_idx" ON "TrustedDevice"("expiresAt");

-- CreateIndex
CREATE INDEX "FactorFailure_attackedAt_idx" ON "FactorFailure"("attackedAt");

-- CreateIndex
CREATE INDEX "AccountLink_sub_kind_idx" ON "AccountLink"("sub", "kind");

-- CreateIndex
CREATE INDEX "AccountLink_expiresAt_idx" ON "AccountLink"("expiresAt");

-- CreateIndex
CREATE INDEX "AccountNotice_sub_createdAt_idx" ON "AccountNotice"("sub", "createdAt");

-- CreateIndex
CREATE INDEX "AccountNotice_expiresAt_idx" ON "AccountNotice"("expiresAt");

-- CreateIndex
CREATE INDEX "AgentRequest_sub_idx" ON "AgentRequest"("sub");

-- CreateIndex
CREATE INDEX "AgentRequest_expiresAt_idx" ON "AgentRequest"("expiresAt");

-- CreateIndex
CREATE INDEX "AccessRequest_clientId_id_idx" ON "AccessRequest"("clientId", "id");

-- CreateIndex
CREATE INDEX "AccessRequest_clientId_state_id_idx" ON "AccessRequest"("clientId", "state", "id");

-- CreateIndex
CREATE INDEX "AccessRequest_sub_clientId_id_idx" ON "AccessRequest"("sub", "clientId", "id");

-- CreateIndex
CREATE INDEX "AccessRequest_sub_state_idx" ON "AccessRequest"("sub", "state");

-- CreateIndex
CREATE INDEX "AccessRequest_state_id_idx" ON "AccessRequest"("state", "id");

-- CreateIndex
CREATE INDEX "AccessRequest_toldAt_state_id_idx" ON "AccessRequest"("toldAt", "state", "id");

-- CreateIndex
CREATE INDEX "AccessRequest_expiresAt_idx" ON "AccessRequest"("expiresAt");

-- CreateIndex
CREATE INDEX "ScopeUse_clientId_sub_idx" ON "ScopeUse"("clientId", "sub");

-- CreateIndex
CREATE INDEX "PasswordLink_sub_idx" ON "PasswordLink"("sub");

-- CreateIndex
CREATE INDEX "PasswordLink_expiresAt_idx" ON "PasswordLink"("expiresAt");

-- CreateIndex
CREATE INDEX "IdentityProvider_stagedBy_idx" ON "IdentityProvider"("stagedBy");

-- CreateIndex
CREATE INDEX "Tenant_stagedBy_idx" ON "Tenant"("stagedBy");

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
CREATE INDEX "SessionClient_clientId_sid_idx" ON "SessionClient"("clientId", "sid");

-- CreateIndex
CREATE INDEX "LogoutNotice_isAccess_deliveredAt_nextAttemptAt_idx" ON "LogoutNotice"("isAccess", "deliveredAt", "nextAttemptAt");

-- CreateIndex
CREATE INDEX "LogoutNotice_clientId_idx" ON "LogoutNotice"("clientId");

-- CreateIndex
CREATE INDEX "LogoutNotice_sid_idx" ON "LogoutNotice"("sid");

-- CreateIndex
CREATE INDEX "LogoutNotice_expiresAt_idx" ON "LogoutNotice"("expiresAt");

-- CreateIndex
CREATE INDEX "OutboxMail_nextAttemptAt_idx" ON "OutboxMail"("nextAttemptAt");

-- CreateIndex
CREATE INDEX "OutboxMail_failedAt_idx" ON "OutboxMail"("failedAt");

-- CreateIndex
CREATE INDEX "OutboxMail_expiresAt_idx" ON "OutboxMail"("expiresAt");

-- CreateIndex
CREATE INDEX "Interaction_provedSub_idx" ON "Interaction"("provedSub");

-- CreateIndex
CREATE INDEX "Interaction_expiresAt_idx" ON "Interaction"("expiresAt");

-- CreateIndex
CREATE INDEX "AuthorizationRequest_clientId_idx" ON "AuthorizationRequest"("clientId");

-- CreateIndex
CREATE INDEX "EnteredCode_clientId_idx" ON "EnteredCode"("clientId");

-- CreateIndex
CREATE INDEX "Grant_sub_revokedAt_clientId_idx" ON "Grant"("sub", "revokedAt", "clientId");

-- CreateIndex
CREATE INDEX "Grant_clientId_revokedAt_sub_idx" ON "Grant"("clientId", "revokedAt", "sub");

-- CreateIndex
CREATE INDEX "Grant_sid_idx" ON "Grant"("sid");

-- CreateIndex
CREATE INDEX "Grant_tenant_revokedAt_idx" ON "Grant"("tenant", "revokedAt");

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
CREATE INDEX "AccessToken_expiresAt_idx" ON "AccessToken"("expiresAt");

-- CreateIndex
CREATE INDEX "RevokedToken_expiresAt_idx" ON "RevokedToken"("expiresAt");

-- CreateIndex
CREATE INDEX "Consent_clientId_era_idx" ON "Consent"("clientId", "era");

-- CreateIndex
CREATE INDEX "Consent_expiresAt_idx" ON "Consent"("expiresAt");

-- CreateIndex
CREATE INDEX "RateLimit_expiresAt_idx" ON "RateLimit"("expiresAt");

-- CreateIndex
CREATE UNIQUE INDEX "DeviceRequest_userCodeHash_key" ON "DeviceRequest"("userCodeHash");

-- CreateIndex
CREATE INDEX "DeviceRequest_clientId_idx" ON "DeviceRequest"("clientId");

-- CreateIndex
CREATE INDEX "DeviceRequest_grantId_idx" ON "DeviceRequest"("grantId");

-- CreateIndex
CREATE INDEX "DeviceRequest_codeHash_idx" ON "DeviceRequest"("codeHash");

-- CreateIndex
CREATE INDEX "DeviceRequest_expiresAt_idx" ON "DeviceRequest"("expiresAt");

-- CreateIndex
CREATE INDEX "PushedRequest_clientId_idx" ON "PushedRequest"("clientId");

-- CreateIndex
CREATE INDEX "PushedRequest_expiresAt_idx" ON "PushedRequest"("expiresAt");

-- CreateIndex
CREATE INDEX "UsedJwt_expiresAt_idx" ON "UsedJwt"("expiresAt");

-- CreateIndex
CREATE INDEX "InitialAccessToken_expiresAt_idx" ON "InitialAccessToken"("expiresAt");

-- CreateIndex
CREATE UNIQUE INDEX "Explanation_groupKey_key" ON "Explanation"("groupKey");

-- CreateIndex
CREATE INDEX "Explanation_clientId_createdAt_idx" ON "Explanation"("clientId", "createdAt");

-- CreateIndex
CREATE INDEX "Explanation_endpoint_createdAt_idx" ON "Explanation"("endpoint", "createdAt");

-- CreateIndex
CREATE INDEX "Explanation_network_createdAt_idx" ON "Explanation"("network", "createdAt");

-- CreateIndex
CREATE INDEX "Explanation_createdAt_idx" ON "Explanation"("createdAt");

-- CreateIndex
CREATE INDEX "Explanation_expiresAt_idx" ON "Explanation"("expiresAt");

-- CreateIndex
CREATE INDEX "ExplanationReference_first_idx" ON "ExplanationReference"("first");

-- CreateIndex
CREATE INDEX "ExplanationReference_network_createdAt_idx" ON "ExplanationReference"("network", "createdAt");

-- CreateIndex
CREATE INDEX "AuditEvent_type_outcome_id_idx" ON "AuditEvent"("type", "outcome", "id");

-- CreateIndex
CREATE INDEX "AuditEvent_outcome_id_idx" ON "AuditEvent"("outcome", "id");

-- CreateIndex
CREATE INDEX "AuditEvent_actorId_id_idx" ON "AuditEvent"("actorId", "id");

-- CreateIndex
CREATE INDEX "AuditEvent_targetId_id_idx" ON "AuditEvent"("targetId", "id");

-- CreateIndex
CREATE INDEX "AuditEvent_clientId_id_idx" ON "AuditEvent"("clientId", "id");

-- CreateIndex
CREATE INDEX "AuditEvent_clientId_type_outcome_id_idx" ON "AuditEvent"("clientId", "type", "outcome", "id");

-- CreateIndex
CREATE INDEX "AuditEvent_address_id_idx" ON "AuditEvent"("address", "id");

-- CreateIndex
CREATE INDEX "AuditEvent_requestId_idx" ON "AuditEvent"("requestId");

-- CreateIndex
CREATE UNIQUE INDEX "AuditSeal_eventId_key" ON "AuditSeal"("eventId");

-- CreateIndex
CREATE INDEX "ConfigurationRevision_at_idx" ON "ConfigurationRevision"("at");

-- CreateIndex
CREATE INDEX "ConfigurationChange_section_key_number_idx" ON "ConfigurationChange"("section", "key", "number");

-- CreateIndex
CREATE INDEX "Trace_clientId_startedAt_idx" ON "Trace"("clientId", "startedAt");

-- CreateIndex
CREATE INDEX "Trace_startedAt_idx" ON "Trace"("startedAt");

-- CreateIndex
CREATE INDEX "Trace_endsAt_idx" ON "Trace"("endsAt");

-- CreateIndex
CREATE INDEX "Trace_expiresAt_idx" ON "Trace"("expiresAt");

-- CreateIndex
CREATE INDEX "TraceStep_traceId_id_idx" ON "TraceStep"("traceId", "id");

-- CreateIndex
CREATE INDEX "TraceMark_mark_idx" ON "TraceMark"("mark");

-- CreateIndex
CREATE INDEX "IdempotentRequest_expiresAt_idx" ON "IdempotentRequest"("expiresAt");

-- CreateIndex
CREATE INDEX "Removal_startedAt_kind_name_idx" ON "Removal"("startedAt", "kind", "name");

-- CreateIndex
CREATE INDEX "UsageHour_hour_idx" ON "UsageHour"("hour");

-- CreateIndex
CREATE INDEX "ClientUsage_unit_start_clientId_count_idx" ON "ClientUsage"("unit", "start", "clientId", "count");

-- CreateIndex
CREATE INDEX "ActiveUser_hour_idx" ON "ActiveUser"("hour");

-- CreateIndex
CREATE INDEX "OverviewSnapshot_to_idx" ON "OverviewSnapshot"("to");

-- CreateIndex
CREATE INDEX "CheckDismissal_expiresAt_idx" ON "CheckDismissal"("expiresAt");

-- AddForeignKey
ALTER TABLE "ClientLogo" ADD CONSTRAINT "ClientLogo_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "Client"("clientId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ClientUse" ADD CONSTRAINT "ClientUse_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "Client"("clientId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ClientSecret" ADD CONSTRAINT "ClientSecret_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "Client"("clientId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ScopeSecret" ADD CONSTRAINT "ScopeSecret_scopeName_fkey" FOREIGN KEY ("scopeName") REFERENCES "Scope"("name") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Membership" ADD CONSTRAINT "Membership_sub_fkey" FOREIGN KEY ("sub") REFERENCES "User"("sub") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Assignment" ADD CONSTRAINT "Assignment_sub_fkey" FOREIGN KEY ("sub") REFERENCES "User"("sub") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Assignment" ADD CONSTRAINT "Assignment_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "Client"("clientId") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "UserWord" ADD CONSTRAINT "UserWord_sub_fkey" FOREIGN KEY ("sub") REFERENCES "User"("sub") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "UserIdentity" ADD CONSTRAINT "UserIdentity_sub_fkey" FOREIGN KEY ("sub") REFERENCES "User"("sub") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "UpstreamSession" ADD CONSTRAINT "UpstreamSession_sid_fkey" FOREIGN KEY ("sid") REFERENCES "Session"("sid") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "KnownBrowser" ADD CONSTRAINT "KnownBrowser_sub_fkey" FOREIGN KEY ("sub") REFERENCES "User"("sub") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "UserPicture" ADD CONSTRAINT "UserPicture_sub_fkey" FOREIGN KEY ("sub") REFERENCES "User"("sub") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Passkey" ADD CONSTRAINT "Passkey_sub_fkey" FOREIGN KEY ("sub") REFERENCES "User"("sub") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Authenticator" ADD CONSTRAINT "Authenticator_sub_fkey" FOREIGN KEY ("sub") REFERENCES "User"("sub") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RecoveryCode" ADD CONSTRAINT "RecoveryCode_sub_fkey" FOREIGN KEY ("sub") REFERENCES "User"("sub") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "TrustedDevice" ADD CONSTRAINT "TrustedDevice_sub_fkey" FOREIGN KEY ("sub") REFERENCES "User"("sub") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "FactorFailure" ADD CONSTRAINT "FactorFailure_sub_fkey" FOREIGN KEY ("sub") REFERENCES "User"("sub") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AccountLink" ADD CONSTRAINT "AccountLink_sub_fkey" FOREIGN KEY ("sub") REFERENCES "User"("sub") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AccountNotice" ADD CONSTRAINT "AccountNotice_sub_fkey" FOREIGN KEY ("sub") REFERENCES "User"("sub") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AgentRequest" ADD CONSTRAINT "AgentRequest_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "Client"("clientId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AgentRequest" ADD CONSTRAINT "AgentRequest_sub_fkey" FOREIGN KEY ("sub") REFERENCES "User"("sub") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AccessRequest" ADD CONSTRAINT "AccessRequest_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "Client"("clientId") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AccessRequest" ADD CONSTRAINT "AccessRequest_sub_fkey" FOREIGN KEY ("sub") REFERENCES "User"("sub") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ScopeUse" ADD CONSTRAINT "ScopeUse_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "Client"("clientId") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PasswordLink" ADD CONSTRAINT "PasswordLink_sub_fkey" FOREIGN KEY ("sub") REFERENCES "User"("sub") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Session" ADD CONSTRAINT "Session_browserId_fkey" FOREIGN KEY ("browserId") REFERENCES "Browser"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SessionClient" ADD CONSTRAINT "SessionClient_sid_fkey" FOREIGN KEY ("sid") REFERENCES "Session"("sid") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SessionClient" ADD CONSTRAINT "SessionClient_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "Client"("clientId") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "LogoutNotice" ADD CONSTRAINT "LogoutNotice_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "Client"("clientId") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AuthorizationRequest" ADD CONSTRAINT "AuthorizationRequest_hash_fkey" FOREIGN KEY ("hash") REFERENCES "Interaction"("hash") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AuthorizationRequest" ADD CONSTRAINT "AuthorizationRequest_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "Client"("clientId") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "EnteredCode" ADD CONSTRAINT "EnteredCode_hash_fkey" FOREIGN KEY ("hash") REFERENCES "Interaction"("hash") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "EnteredCode" ADD CONSTRAINT "EnteredCode_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "Client"("clientId") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PortalSignIn" ADD CONSTRAINT "PortalSignIn_hash_fkey" FOREIGN KEY ("hash") REFERENCES "Interaction"("hash") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "DocumentRequest" ADD CONSTRAINT "DocumentRequest_hash_fkey" FOREIGN KEY ("hash") REFERENCES "Interaction"("hash") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Grant" ADD CONSTRAINT "Grant_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "Client"("clientId") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AuthorizationCode" ADD CONSTRAINT "AuthorizationCode_grantId_fkey" FOREIGN KEY ("grantId") REFERENCES "Grant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RefreshToken" ADD CONSTRAINT "RefreshToken_grantId_fkey" FOREIGN KEY ("grantId") REFERENCES "Grant"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AccessToken" ADD CONSTRAINT "AccessToken_grantId_fkey" FOREIGN KEY ("grantId") REFERENCES "Grant"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AccessToken" ADD CONSTRAINT "AccessToken_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "Client"("clientId") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Consent" ADD CONSTRAINT "Consent_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "Client"("clientId") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "DeviceRequest" ADD CONSTRAINT "DeviceRequest_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "Client"("clientId") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "DeviceRequest" ADD CONSTRAINT "DeviceRequest_grantId_fkey" FOREIGN KEY ("grantId") REFERENCES "Grant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PushedRequest" ADD CONSTRAINT "PushedRequest_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "Client"("clientId") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ExplanationReference" ADD CONSTRAINT "ExplanationReference_first_fkey" FOREIGN KEY ("first") REFERENCES "Explanation"("reference") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AuditSeal" ADD CONSTRAINT "AuditSeal_eventId_fkey" FOREIGN KEY ("eventId") REFERENCES "AuditEvent"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ConfigurationChange" ADD CONSTRAINT "ConfigurationChange_number_fkey" FOREIGN KEY ("number") REFERENCES "ConfigurationRevision"("number") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Trace" ADD CONSTRAINT "Trace_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "Client"("clientId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "TraceStep" ADD CONSTRAINT "TraceStep_traceId_fkey" FOREIGN KEY ("traceId") REFERENCES "Trace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "TraceMark" ADD CONSTRAINT "TraceMark_stepId_fkey" FOREIGN KEY ("stepId") REFERENCES "TraceStep"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ActiveUser" ADD CONSTRAINT "ActiveUser_sub_fkey" FOREIGN KEY ("sub") REFERENCES "User"("sub") ON DELETE CASCADE ON UPDATE CASCADE;
