-- AlterTable
ALTER TABLE "Session" ADD COLUMN "address" TEXT;
ALTER TABLE "Session" ADD COLUMN "userAgent" TEXT;

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

    PRIMARY KEY ("sub", "factor"),
    CONSTRAINT "FactorFailure_sub_fkey" FOREIGN KEY ("sub") REFERENCES "User" ("sub") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "AccountLink" (
    "hash" TEXT NOT NULL PRIMARY KEY,
    "kind" TEXT NOT NULL,
    "sub" TEXT NOT NULL,
    "email" TEXT NOT NULL,
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
CREATE TABLE "ScopeUse" (
    "sub" TEXT NOT NULL,
    "clientId" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "lastUsedAt" DATETIME NOT NULL,

    PRIMARY KEY ("sub", "clientId", "scope"),
    CONSTRAINT "ScopeUse_sub_fkey" FOREIGN KEY ("sub") REFERENCES "User" ("sub") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "ScopeUse_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "Client" ("clientId") ON DELETE CASCADE ON UPDATE CASCADE
);

-- RedefineTables
PRAGMA defer_foreign_keys=ON;
PRAGMA foreign_keys=OFF;
CREATE TABLE "new_Interaction" (
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
    "completedAt" DATETIME
);
INSERT INTO "new_Interaction" ("browserHash", "chosenSid", "completedAt", "expiresAt", "hash", "isChoosing", "problem", "startedAt", "typedEmail", "typedName", "username") SELECT "browserHash", "chosenSid", "completedAt", "expiresAt", "hash", "isChoosing", "problem", "startedAt", "typedEmail", "typedName", "username" FROM "Interaction";
DROP TABLE "Interaction";
ALTER TABLE "new_Interaction" RENAME TO "Interaction";
CREATE INDEX "Interaction_provedSub_idx" ON "Interaction"("provedSub");
CREATE INDEX "Interaction_expiresAt_idx" ON "Interaction"("expiresAt");
CREATE TABLE "new_PortalSignIn" (
    "hash" TEXT NOT NULL PRIMARY KEY,
    "area" TEXT NOT NULL,
    "again" BOOLEAN NOT NULL,
    "changesFactors" BOOLEAN NOT NULL DEFAULT false,
    "typed" TEXT,
    CONSTRAINT "PortalSignIn_hash_fkey" FOREIGN KEY ("hash") REFERENCES "Interaction" ("hash") ON DELETE CASCADE ON UPDATE CASCADE
);
INSERT INTO "new_PortalSignIn" ("again", "area", "hash") SELECT "again", "area", "hash" FROM "PortalSignIn";
DROP TABLE "PortalSignIn";
ALTER TABLE "new_PortalSignIn" RENAME TO "PortalSignIn";
CREATE TABLE "new_User" (
    "sub" TEXT NOT NULL PRIMARY KEY,
    "username" TEXT NOT NULL,
    "canonicalUsername" TEXT NOT NULL,
    "canonicalEmail" TEXT,
    "emailVerified" BOOLEAN NOT NULL DEFAULT false,
    "origin" TEXT NOT NULL DEFAULT 'administrator',
    "usernameKey" TEXT NOT NULL DEFAULT '',
    "nameKey" TEXT,
    "emailKey" TEXT,
    "passwordHash" TEXT,
    "passwordKind" TEXT,
    "passwordCarries" TEXT,
    "enabled" BOOLEAN NOT NULL,
    "admin" TEXT,
    "tenants" TEXT NOT NULL,
    "claims" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL,
    "lastSignInAt" DATETIME,
    "mustSetPassword" BOOLEAN NOT NULL DEFAULT false,
    "recoveredAt" DATETIME
);
INSERT INTO "new_User" ("admin", "canonicalEmail", "canonicalUsername", "claims", "createdAt", "emailKey", "emailVerified", "enabled", "lastSignInAt", "nameKey", "origin", "passwordCarries", "passwordHash", "passwordKind", "sub", "tenants", "updatedAt", "username", "usernameKey") SELECT "admin", "canonicalEmail", "canonicalUsername", "claims", "createdAt", "emailKey", "emailVerified", "enabled", "lastSignInAt", "nameKey", "origin", "passwordCarries", "passwordHash", "passwordKind", "sub", "tenants", "updatedAt", "username", "usernameKey" FROM "User";
DROP TABLE "User";
ALTER TABLE "new_User" RENAME TO "User";
CREATE UNIQUE INDEX "User_canonicalUsername_key" ON "User"("canonicalUsername");
CREATE INDEX "User_canonicalEmail_idx" ON "User"("canonicalEmail");
CREATE INDEX "User_passwordKind_idx" ON "User"("passwordKind");
CREATE INDEX "User_usernameKey_idx" ON "User"("usernameKey");
CREATE INDEX "User_nameKey_idx" ON "User"("nameKey");
CREATE INDEX "User_emailKey_idx" ON "User"("emailKey");
CREATE INDEX "User_enabled_usernameKey_idx" ON "User"("enabled", "usernameKey");
CREATE INDEX "User_admin_usernameKey_idx" ON "User"("admin", "usernameKey");
CREATE INDEX "User_lastSignInAt_usernameKey_idx" ON "User"("lastSignInAt", "usernameKey");
PRAGMA foreign_keys=ON;
PRAGMA defer_foreign_keys=OFF;

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
CREATE INDEX "AccountLink_sub_kind_idx" ON "AccountLink"("sub", "kind");

-- CreateIndex
CREATE INDEX "AccountLink_expiresAt_idx" ON "AccountLink"("expiresAt");

-- CreateIndex
CREATE INDEX "AccountNotice_sub_createdAt_idx" ON "AccountNotice"("sub", "createdAt");

-- CreateIndex
CREATE INDEX "AccountNotice_expiresAt_idx" ON "AccountNotice"("expiresAt");

-- CreateIndex
CREATE INDEX "ScopeUse_clientId_idx" ON "ScopeUse"("clientId");
