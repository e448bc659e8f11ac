-- CreateTable
CREATE TABLE "Revision" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "number" INTEGER NOT NULL,
    "heldBy" TEXT,
    "heldAt" DATETIME
);

-- CreateTable
CREATE TABLE "LargeChange" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "number" INTEGER,
    "author" TEXT NOT NULL
);

-- CreateTable
CREATE TABLE "Installation" (
    "key" TEXT NOT NULL PRIMARY KEY,
    "value" TEXT NOT NULL
);

-- CreateTable
CREATE TABLE "JobLease" (
    "job" TEXT NOT NULL PRIMARY KEY,
    "holder" TEXT NOT NULL,
    "until" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "Portal" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "settings" TEXT NOT NULL,
    "sessionAbsoluteSeconds" INTEGER NOT NULL,
    "rememberSeconds" INTEGER NOT NULL
);

-- CreateTable
CREATE TABLE "Client" (
    "clientId" TEXT NOT NULL PRIMARY KEY,
    "settings" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL,
    "selfRegistered" BOOLEAN NOT NULL,
    "agentState" TEXT NOT NULL,
    "agentEndDate" TEXT,
    "access" TEXT NOT NULL DEFAULT 'everyone',
    "tenant" TEXT,
    "backchannelLogoutUri" TEXT,
    "registrantNetwork" TEXT,
    "documentExpiresAt" DATETIME,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL,
    "accessEndedIn" INTEGER NOT NULL DEFAULT 0,
    "removedAt" DATETIME,
    "staged" TEXT,
    "stagedBy" TEXT
);

-- CreateTable
CREATE TABLE "ClientLogo" (
    "clientId" TEXT NOT NULL PRIMARY KEY,
    "uri" TEXT NOT NULL,
    "hash" TEXT,
    "picture" TEXT,
    "problem" TEXT,
    "attempts" INTEGER NOT NULL,
    "nextAttemptAt" DATETIME,
    CONSTRAINT "ClientLogo_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "Client" ("clientId") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "ClientUse" (
    "clientId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "lastUsedAt" DATETIME NOT NULL,

    PRIMARY KEY ("clientId", "kind", "value"),
    CONSTRAINT "ClientUse_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "Client" ("clientId") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "ClientSecret" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "clientId" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "hash" TEXT NOT NULL,
    "ending" TEXT,
    "description" TEXT,
    "expiresAt" DATETIME,
    "createdAt" DATETIME NOT NULL,
    CONSTRAINT "ClientSecret_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "Client" ("clientId") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Scope" (
    "name" TEXT NOT NULL PRIMARY KEY,
    "settings" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL,
    "staged" TEXT,
    "stagedBy" TEXT
);

-- CreateTable
CREATE TABLE "ScopeSecret" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "scopeName" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "hash" TEXT NOT NULL,
    "ending" TEXT,
    "description" TEXT,
    "expiresAt" DATETIME,
    "createdAt" DATETIME NOT NULL,
    CONSTRAINT "ScopeSecret_scopeName_fkey" FOREIGN KEY ("scopeName") REFERENCES "Scope" ("name") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Api" (
    "name" TEXT NOT NULL PRIMARY KEY,
    "settings" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL,
    "staged" TEXT,
    "stagedBy" TEXT
);

-- CreateTable
CREATE TABLE "Group" (
    "key" TEXT NOT NULL PRIMARY KEY,
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "settings" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL,
    "staged" TEXT,
    "stagedBy" TEXT
);

-- CreateTable
CREATE TABLE "FormerGroup" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "name" TEXT NOT NULL,
    "removedAt" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "Membership" (
    "sub" TEXT NOT NULL,
    "groupId" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "expiresAt" DATETIME,
    "since" DATETIME NOT NULL,

    PRIMARY KEY ("sub", "groupId", "source"),
    CONSTRAINT "Membership_sub_fkey" FOREIGN KEY ("sub") REFERENCES "User" ("sub") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Assignment" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "sub" TEXT NOT NULL,
    "target" TEXT NOT NULL,
    "clientId" TEXT,
    "api" TEXT,
    "source" TEXT NOT NULL,
    "expiresAt" DATETIME,
    "since" DATETIME NOT NULL,
    CONSTRAINT "Assignment_sub_fkey" FOREIGN KEY ("sub") REFERENCES "User" ("sub") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "Assignment_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "Client" ("clientId") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "FormerRole" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "name" TEXT NOT NULL,
    "removedAt" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "User" (
    "sub" TEXT NOT NULL PRIMARY KEY,
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
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL,
    "lastSignInAt" DATETIME,
    "mustSetPassword" BOOLEAN NOT NULL DEFAULT false,
    "twoStep" BOOLEAN NOT NULL DEFAULT false,
    "recoveredAt" DATETIME
);

-- CreateTable
CREATE TABLE "UserWord" (
    "word" TEXT NOT NULL,
    "sub" TEXT NOT NULL,

    PRIMARY KEY ("sub", "word"),
    CONSTRAINT "UserWord_sub_fkey" FOREIGN KEY ("sub") REFERENCES "User" ("sub") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "UserIdentity" (
    "provider" TEXT NOT NULL,
    "issuer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "sub" TEXT NOT NULL,
    "claims" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "lastUsedAt" DATETIME NOT NULL,

    PRIMARY KEY ("provider", "issuer", "subject"),
    CONSTRAINT "UserIdentity_sub_fkey" FOREIGN KEY ("sub") REFERENCES "User" ("sub") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "UpstreamSignIn" (
    "hash" TEXT NOT NULL PRIMARY KEY,
    "provider" TEXT NOT NULL,
    "browserHash" TEXT NOT NULL,
    "interactionHash" TEXT NOT NULL,
    "sealed" TEXT NOT NULL,
    "identity" TEXT,
    "problem" TEXT,
    "reference" TEXT,
    "createdAt" DATETIME NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    "usedAt" DATETIME,
    "finishedAt" DATETIME
);

-- CreateTable
CREATE TABLE "UpstreamSession" (
    "sid" TEXT NOT NULL PRIMARY KEY,
    "provider" TEXT NOT NULL,
    "issuer" TEXT,
    "subject" TEXT,
    "upstreamSid" TEXT,
    "sealed" TEXT,
    "createdAt" DATETIME NOT NULL,
    CONSTRAINT "UpstreamSession_sid_fkey" FOREIGN KEY ("sid") REFERENCES "Session" ("sid") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "UpstreamLogout" (
    "provider" TEXT NOT NULL,
    "jti" TEXT NOT NULL,
    "expiresAt" DATETIME NOT NULL,

    PRIMARY KEY ("provider", "jti")
);

-- CreateTable
CREATE TABLE "KnownBrowser" (
    "hash" TEXT NOT NULL PRIMARY KEY,
    "sub" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    CONSTRAINT "KnownBrowser_sub_fkey" FOREIGN KEY ("sub") REFERENCES "User" ("sub") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "UserPicture" (
    "sub" TEXT NOT NULL PRIMARY KEY,
    "id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "bytes" BLOB NOT NULL,
    "updatedAt" DATETIME NOT NULL,
    CONSTRAINT "UserPicture_sub_fkey" FOREIGN KEY ("sub") REFERENCES "User" ("sub") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Passkey" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "sub" TEXT NOT NULL,
    "publicKey" TEXT NOT NULL,
    "counter" BIGINT NOT NULL,
    "transports" TEXT NOT NULL,
    "aaguid" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "deviceBound" BOOLEAN NOT NULL,
    "backedUp" BOOLEAN NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "lastUsedAt" DATETIME,
    CONSTRAINT "Passkey_sub_fkey" FOREIGN KEY ("sub") REFERENCES "User" ("sub") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "PasskeyChallenge" (
    "hash" TEXT NOT NULL PRIMARY KEY,
    "purpose" TEXT NOT NULL,
    "boundTo" TEXT NOT NULL,
    "sub" TEXT,
    "expiresAt" DATETIME NOT NULL,
    "usedAt" DATETIME
);

-- CreateTable
CREATE TABLE "Authenticator" (
    "sub" TEXT NOT NULL PRIMARY KEY,
    "sealed" TEXT NOT NULL,
    "lastStep" BIGINT,
    "createdAt" DATETIME NOT NULL,
    "lastUsedAt" DATETIME,
    CONSTRAINT "Authenticator_sub_fkey" FOREIGN KEY ("sub") REFERENCES "User" ("sub") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "RecoveryCode" (
    "sub" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "salt" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "usedAt" DATETIME,

    PRIMARY KEY ("sub", "hash"),
    CONSTRAINT "RecoveryCode_sub_fkey" FOREIGN KEY ("sub") REFERENCES "User" ("sub") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "EmailCode" (
    "hash" TEXT NOT NULL PRIMARY KEY,
    "purpose" TEXT NOT NULL,
    "sub" TEXT,
    "email" TEXT NOT NULL,
    "codeHash" TEXT NOT NULL,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "createdAt" DATETIME NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    "usedAt" DATETIME
);

-- CreateTable
CREATE TABLE "PendingAccount" (
    "hash" TEXT NOT NULL PRIMARY KEY,
    "username" TEXT,
    "name" TEXT,
    "givenName" TEXT,
    "familyName" TEXT,
    "email" TEXT NOT NULL,
    "passwordHash" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "expiresAt" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "TrustedDevice" (
    "hash" TEXT NOT NULL PRIMARY KEY,
    "id" TEXT NOT NULL,
    "sub" TEXT NOT NULL,
    "userAgent" TEXT,
    "address" TEXT,
    "createdAt" DATETIME NOT NULL,
    "lastUsedAt" DATETIME NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    CONSTRAINT "TrustedDevice_sub_fkey" FOREIGN KEY ("sub") REFERENCES "User" ("sub") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "FactorFailure" (
    "sub" TEXT NOT NULL,
    "factor" TEXT NOT NULL,
    "failures" INTEGER NOT NULL,
    "stoppedAt" DATETIME,
    "attackedAt" DATETIME,

    PRIMARY KEY ("sub", "factor"),
    CONSTRAINT "FactorFailure_sub_fkey" FOREIGN KEY ("sub") REFERENCES "User" ("sub") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "AccountLink" (
    "hash" TEXT NOT NULL PRIMARY KEY,
    "kind" TEXT NOT NULL,
    "sub" TEXT,
    "email" TEXT NOT NULL,
    "passwordHash" TEXT,
    "passwordCarries" TEXT,
    "wrongCodes" INTEGER NOT NULL DEFAULT 0,
    "createdAt" DATETIME NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    "usedAt" DATETIME,
    CONSTRAINT "AccountLink_sub_fkey" FOREIGN KEY ("sub") REFERENCES "User" ("sub") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "AccountNotice" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "sub" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "details" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    "readAt" DATETIME,
    CONSTRAINT "AccountNotice_sub_fkey" FOREIGN KEY ("sub") REFERENCES "User" ("sub") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "AgentRequest" (
    "clientId" TEXT NOT NULL,
    "sub" TEXT NOT NULL,
    "expiresAt" DATETIME NOT NULL,

    PRIMARY KEY ("clientId", "sub"),
    CONSTRAINT "AgentRequest_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "Client" ("clientId") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "AgentRequest_sub_fkey" FOREIGN KEY ("sub") REFERENCES "User" ("sub") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "AccessRequest" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "clientId" TEXT NOT NULL,
    "sub" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "reason" TEXT,
    "createdAt" DATETIME NOT NULL,
    "toldAt" DATETIME,
    "decidedAt" DATETIME,
    "note" TEXT,
    "expiresAt" DATETIME NOT NULL,
    CONSTRAINT "AccessRequest_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "Client" ("clientId") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "AccessRequest_sub_fkey" FOREIGN KEY ("sub") REFERENCES "User" ("sub") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "ScopeUse" (
    "sub" TEXT NOT NULL,
    "clientId" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "lastUsedAt" DATETIME NOT NULL,

    PRIMARY KEY ("sub", "clientId", "scope"),
    CONSTRAINT "ScopeUse_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "Client" ("clientId") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "PasswordLink" (
    "hash" TEXT NOT NULL PRIMARY KEY,
    "sub" TEXT NOT NULL,
    "carries" TEXT,
    "email" TEXT,
    "createdAt" DATETIME NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    "usedAt" DATETIME,
    CONSTRAINT "PasswordLink_sub_fkey" FOREIGN KEY ("sub") REFERENCES "User" ("sub") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "IdentityProvider" (
    "name" TEXT NOT NULL PRIMARY KEY,
    "settings" TEXT NOT NULL,
    "clientSecretSealed" TEXT,
    "position" INTEGER NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL,
    "staged" TEXT,
    "stagedBy" TEXT
);

-- CreateTable
CREATE TABLE "Tenant" (
    "name" TEXT NOT NULL PRIMARY KEY,
    "settings" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL,
    "staged" TEXT,
    "stagedBy" TEXT
);

-- CreateTable
CREATE TABLE "SigningKey" (
    "kid" TEXT NOT NULL PRIMARY KEY,
    "alg" TEXT NOT NULL,
    "use" TEXT NOT NULL DEFAULT 'sig',
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
    "proofs" TEXT NOT NULL DEFAULT '[]',
    "isSpared" BOOLEAN NOT NULL DEFAULT false,
    "idp" TEXT NOT NULL,
    "remember" BOOLEAN NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "lastSeenAt" DATETIME NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    "endedAt" DATETIME,
    "userAgent" TEXT,
    "address" TEXT,
    "guardedAt" DATETIME,
    "confirmedAt" DATETIME,
    "provenUseAt" DATETIME,
    CONSTRAINT "Session_browserId_fkey" FOREIGN KEY ("browserId") REFERENCES "Browser" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "SessionClient" (
    "sid" TEXT NOT NULL,
    "clientId" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,

    PRIMARY KEY ("sid", "clientId"),
    CONSTRAINT "SessionClient_sid_fkey" FOREIGN KEY ("sid") REFERENCES "Session" ("sid") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "SessionClient_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "Client" ("clientId") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "AccessChange" (
    "kind" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "stamp" TEXT NOT NULL,
    "after" TEXT NOT NULL DEFAULT '',

    PRIMARY KEY ("kind", "key")
);

-- CreateTable
CREATE TABLE "LogoutNotice" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "clientId" TEXT NOT NULL,
    "sid" TEXT NOT NULL,
    "sub" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "createdAt" DATETIME NOT NULL,
    "nextAttemptAt" DATETIME NOT NULL,
    "deliveredAt" DATETIME,
    "expiresAt" DATETIME NOT NULL,
    "isAccess" BOOLEAN NOT NULL DEFAULT false,
    CONSTRAINT "LogoutNotice_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "Client" ("clientId") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "OutboxMail" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "kind" TEXT NOT NULL,
    "sealed" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "createdAt" DATETIME NOT NULL,
    "nextAttemptAt" DATETIME,
    "deliveredAt" DATETIME,
    "failedAt" DATETIME,
    "problem" TEXT,
    "expiresAt" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "Interaction" (
    "hash" TEXT NOT NULL PRIMARY KEY,
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
    "startedAt" DATETIME NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    "completedAt" DATETIME,
    "answer" TEXT
);

-- CreateTable
CREATE TABLE "AuthorizationRequest" (
    "hash" TEXT NOT NULL PRIMARY KEY,
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
    CONSTRAINT "AuthorizationRequest_hash_fkey" FOREIGN KEY ("hash") REFERENCES "Interaction" ("hash") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "AuthorizationRequest_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "Client" ("clientId") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "EnteredCode" (
    "hash" TEXT NOT NULL PRIMARY KEY,
    "userCode" TEXT NOT NULL,
    "isPrefilled" BOOLEAN NOT NULL,
    "deviceHash" TEXT,
    "clientId" TEXT,
    "scope" TEXT,
    "loginHint" TEXT,
    "uiLocales" TEXT,
    "acrValues" TEXT,
    "outcome" TEXT,
    CONSTRAINT "EnteredCode_hash_fkey" FOREIGN KEY ("hash") REFERENCES "Interaction" ("hash") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "EnteredCode_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "Client" ("clientId") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "PortalSignIn" (
    "hash" TEXT NOT NULL PRIMARY KEY,
    "area" TEXT NOT NULL,
    "again" BOOLEAN NOT NULL,
    "changesFactors" BOOLEAN NOT NULL DEFAULT false,
    "typed" TEXT,
    CONSTRAINT "PortalSignIn_hash_fkey" FOREIGN KEY ("hash") REFERENCES "Interaction" ("hash") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "DocumentRequest" (
    "hash" TEXT NOT NULL PRIMARY KEY,
    "query" TEXT NOT NULL,
    CONSTRAINT "DocumentRequest_hash_fkey" FOREIGN KEY ("hash") REFERENCES "Interaction" ("hash") ON DELETE CASCADE ON UPDATE CASCADE
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
    "tenant" TEXT,
    "claims" TEXT,
    "resources" TEXT,
    "offlineImplied" BOOLEAN,
    "createdAt" DATETIME NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    "revokedAt" DATETIME,
    "revokedReason" TEXT,
    "era" INTEGER NOT NULL DEFAULT 0,
    CONSTRAINT "Grant_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "Client" ("clientId") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Revocation" (
    "number" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "sub" TEXT,
    "clientId" TEXT,
    "reason" TEXT,
    "scope" TEXT,
    "consents" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" DATETIME NOT NULL
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
    "confirmation" TEXT,
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
    "confirmation" TEXT,
    CONSTRAINT "RefreshToken_grantId_fkey" FOREIGN KEY ("grantId") REFERENCES "Grant" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
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
    CONSTRAINT "AccessToken_grantId_fkey" FOREIGN KEY ("grantId") REFERENCES "Grant" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "AccessToken_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "Client" ("clientId") ON DELETE RESTRICT ON UPDATE CASCADE
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
    "claims" TEXT,
    "createdAt" DATETIME NOT NULL,
    "expiresAt" DATETIME,
    "era" INTEGER NOT NULL DEFAULT 0,

    PRIMARY KEY ("sub", "clientId"),
    CONSTRAINT "Consent_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "Client" ("clientId") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "RateLimit" (
    "key" TEXT NOT NULL PRIMARY KEY,
    "count" INTEGER NOT NULL,
    "expiresAt" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "DeviceRequest" (
    "hash" TEXT NOT NULL PRIMARY KEY,
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
    "lastPolledAt" DATETIME,
    "cameEarly" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" DATETIME NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    "decidedAt" DATETIME,
    "redeemedAt" DATETIME,
    CONSTRAINT "DeviceRequest_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "Client" ("clientId") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "DeviceRequest_grantId_fkey" FOREIGN KEY ("grantId") REFERENCES "Grant" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "PushedRequest" (
    "hash" TEXT NOT NULL PRIMARY KEY,
    "clientId" TEXT NOT NULL,
    "parameters" TEXT NOT NULL,
    "wasSigned" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" DATETIME NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    "usedAt" DATETIME,
    CONSTRAINT "PushedRequest_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "Client" ("clientId") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "UsedJwt" (
    "key" TEXT NOT NULL PRIMARY KEY,
    "expiresAt" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "InitialAccessToken" (
    "hash" TEXT NOT NULL PRIMARY KEY,
    "description" TEXT,
    "remainingUses" INTEGER,
    "flows" TEXT NOT NULL DEFAULT 'code',
    "createdAt" DATETIME NOT NULL,
    "expiresAt" DATETIME
);

-- CreateTable
CREATE TABLE "Explanation" (
    "reference" TEXT NOT NULL PRIMARY KEY,
    "groupKey" TEXT NOT NULL,
    "endpoint" TEXT NOT NULL,
    "rule" TEXT NOT NULL,
    "error" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "clientId" TEXT,
    "network" TEXT NOT NULL,
    "facts" TEXT NOT NULL,
    "occurrences" INTEGER NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "lastSeenAt" DATETIME NOT NULL,
    "expiresAt" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "ExplanationReference" (
    "reference" TEXT NOT NULL PRIMARY KEY,
    "first" TEXT NOT NULL,
    "network" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    CONSTRAINT "ExplanationReference_first_fkey" FOREIGN KEY ("first") REFERENCES "Explanation" ("reference") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "AuditEvent" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "at" DATETIME NOT NULL,
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
    "details" TEXT NOT NULL
);

-- CreateTable
CREATE TABLE "AuditSeal" (
    "sequence" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "eventId" TEXT NOT NULL,
    "previousHash" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "keyNumber" INTEGER,
    CONSTRAINT "AuditSeal_eventId_fkey" FOREIGN KEY ("eventId") REFERENCES "AuditEvent" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "AuditKey" (
    "number" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "sealed" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "ConfigurationRevision" (
    "number" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "at" DATETIME NOT NULL,
    "source" TEXT NOT NULL,
    "actorKind" TEXT NOT NULL,
    "actorId" TEXT,
    "actorName" TEXT,
    "reason" TEXT
);

-- CreateTable
CREATE TABLE "ConfigurationChange" (
    "number" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "section" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "before" TEXT,
    "after" TEXT,

    PRIMARY KEY ("number", "position"),
    CONSTRAINT "ConfigurationChange_number_fkey" FOREIGN KEY ("number") REFERENCES "ConfigurationRevision" ("number") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Trace" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "clientId" TEXT NOT NULL,
    "actorId" TEXT,
    "actorName" TEXT NOT NULL,
    "startedAt" DATETIME NOT NULL,
    "endsAt" DATETIME NOT NULL,
    "stoppedBy" TEXT,
    "seen" INTEGER NOT NULL DEFAULT 0,
    "expiresAt" DATETIME NOT NULL,
    CONSTRAINT "Trace_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "Client" ("clientId") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "TraceStep" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "traceId" TEXT NOT NULL,
    "at" DATETIME NOT NULL,
    "endpoint" TEXT NOT NULL,
    "status" INTEGER NOT NULL,
    "outcome" TEXT NOT NULL,
    "failed" BOOLEAN NOT NULL,
    "detail" TEXT NOT NULL,
    CONSTRAINT "TraceStep_traceId_fkey" FOREIGN KEY ("traceId") REFERENCES "Trace" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "TraceMark" (
    "stepId" TEXT NOT NULL,
    "mark" TEXT NOT NULL,
    "traceId" TEXT NOT NULL,

    PRIMARY KEY ("stepId", "mark"),
    CONSTRAINT "TraceMark_stepId_fkey" FOREIGN KEY ("stepId") REFERENCES "TraceStep" ("id") ON DELETE CASCADE ON UPDATE CASCADE
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
    "expiresAt" DATETIME NOT NULL,

    PRIMARY KEY ("caller", "key")
);

-- CreateTable
CREATE TABLE "Removal" (
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "startedAt" DATETIME NOT NULL,

    PRIMARY KEY ("kind", "name")
);

-- CreateTable
CREATE TABLE "UsageHour" (
    "hour" DATETIME NOT NULL,
    "metric" TEXT NOT NULL,
    "count" INTEGER NOT NULL,

    PRIMARY KEY ("metric", "hour")
);

-- CreateTable
CREATE TABLE "ClientUsage" (
    "clientId" TEXT NOT NULL,
    "unit" TEXT NOT NULL,
    "start" DATETIME NOT NULL,
    "count" INTEGER NOT NULL,

    PRIMARY KEY ("clientId", "unit", "start")
);

-- CreateTable
CREATE TABLE "UsageCursor" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "sequence" INTEGER NOT NULL
);

-- CreateTable
CREATE TABLE "ActiveUser" (
    "sub" TEXT NOT NULL PRIMARY KEY,
    "day" DATETIME NOT NULL,
    "hour" DATETIME NOT NULL,
    CONSTRAINT "ActiveUser_sub_fkey" FOREIGN KEY ("sub") REFERENCES "User" ("sub") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "OverviewSnapshot" (
    "range" TEXT NOT NULL,
    "zone" TEXT NOT NULL,
    "to" DATETIME NOT NULL,
    "content" TEXT NOT NULL,

    PRIMARY KEY ("range", "zone")
);

-- CreateTable
CREATE TABLE "CheckDismissal" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "note" TEXT,
    "dismissedBy" TEXT NOT NULL,
    "dismissedAt" DATETIME NOT NULL,
    "expiresAt" DATETIME
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
CREATE INDEX "Membership_expiresAt_idx" ON "Membership"("expiresAt") WHERE "expiresAt" IS NOT NULL;

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
