-- RedefineTables
PRAGMA defer_foreign_keys=ON;
PRAGMA foreign_keys=OFF;
CREATE TABLE "new_Interaction" (
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
    "claims" TEXT,
    "resources" TEXT,
    "wasPushed" BOOLEAN NOT NULL DEFAULT false,
    "deviceHash" TEXT,
    "username" TEXT,
    "typedName" TEXT,
    "typedEmail" TEXT,
    "chosenSid" TEXT,
    "problem" TEXT,
    "startedAt" DATETIME NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    "completedAt" DATETIME,
    CONSTRAINT "Interaction_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "Client" ("clientId") ON DELETE CASCADE ON UPDATE CASCADE
);
INSERT INTO "new_Interaction" ("acrValues", "area", "browserHash", "chosenSid", "claims", "clientId", "codeChallenge", "codeChallengeMethod", "completedAt", "deviceHash", "display", "expiresAt", "hash", "hintSub", "kind", "loginHint", "maxAge", "nonce", "problem", "prompt", "redirectUri", "resources", "responseMode", "responseType", "scope", "startedAt", "state", "typedEmail", "typedName", "uiLocales", "username") SELECT "acrValues", "area", "browserHash", "chosenSid", "claims", "clientId", "codeChallenge", "codeChallengeMethod", "completedAt", "deviceHash", "display", "expiresAt", "hash", "hintSub", "kind", "loginHint", "maxAge", "nonce", "problem", "prompt", "redirectUri", "resources", "responseMode", "responseType", "scope", "startedAt", "state", "typedEmail", "typedName", "uiLocales", "username" FROM "Interaction";
DROP TABLE "Interaction";
ALTER TABLE "new_Interaction" RENAME TO "Interaction";
CREATE INDEX "Interaction_expiresAt_idx" ON "Interaction"("expiresAt");
PRAGMA foreign_keys=ON;
PRAGMA defer_foreign_keys=OFF;
