-- Requests under way: their people begin again.
DELETE FROM "Interaction";

-- CreateTable
CREATE TABLE "AuthorizationRequest" (
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
    "maxAge" INTEGER,
    "loginHint" TEXT,
    "uiLocales" TEXT,
    "acrValues" TEXT,
    "display" TEXT,
    "hintSub" TEXT,
    "claims" TEXT,
    "wasPushed" BOOLEAN NOT NULL,
    CONSTRAINT "AuthorizationRequest_hash_fkey" FOREIGN KEY ("hash") REFERENCES "Interaction" ("hash") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "AuthorizationRequest_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "Client" ("clientId") ON DELETE CASCADE ON UPDATE CASCADE
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
    CONSTRAINT "EnteredCode_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "Client" ("clientId") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "PortalSignIn" (
    "hash" TEXT NOT NULL PRIMARY KEY,
    "area" TEXT NOT NULL,
    "again" BOOLEAN NOT NULL,
    CONSTRAINT "PortalSignIn_hash_fkey" FOREIGN KEY ("hash") REFERENCES "Interaction" ("hash") ON DELETE CASCADE ON UPDATE CASCADE
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
    "startedAt" DATETIME NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    "completedAt" DATETIME
);
INSERT INTO "new_Interaction" ("browserHash", "chosenSid", "completedAt", "expiresAt", "hash", "problem", "startedAt", "typedEmail", "typedName", "username") SELECT "browserHash", "chosenSid", "completedAt", "expiresAt", "hash", "problem", "startedAt", "typedEmail", "typedName", "username" FROM "Interaction";
DROP TABLE "Interaction";
ALTER TABLE "new_Interaction" RENAME TO "Interaction";
CREATE INDEX "Interaction_expiresAt_idx" ON "Interaction"("expiresAt");
PRAGMA foreign_keys=ON;
PRAGMA defer_foreign_keys=OFF;
