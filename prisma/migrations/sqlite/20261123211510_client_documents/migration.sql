-- AlterTable
ALTER TABLE "Client" ADD COLUMN "documentExpiresAt" DATETIME;
ALTER TABLE "Client" ADD COLUMN "documentHash" TEXT;

-- CreateTable
CREATE TABLE "DocumentRequest" (
    "hash" TEXT NOT NULL PRIMARY KEY,
    "query" TEXT NOT NULL,
    CONSTRAINT "DocumentRequest_hash_fkey" FOREIGN KEY ("hash") REFERENCES "Interaction" ("hash") ON DELETE CASCADE ON UPDATE CASCADE
);

-- RedefineTables
PRAGMA defer_foreign_keys=ON;
PRAGMA foreign_keys=OFF;
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
    "clientIdMetadataDocuments" TEXT NOT NULL DEFAULT 'off',
    "agents" TEXT NOT NULL DEFAULT '{}',
    "legacyFlows" TEXT NOT NULL DEFAULT 'on',
    "auditRetentionDays" INTEGER DEFAULT 400
);
INSERT INTO "new_Portal" ("accountDeletion", "acrAliases", "adminSecondFactor", "auditRetentionDays", "dynamicRegistration", "emailCode", "emailSecondFactor", "id", "identifiers", "legacyFlows", "login", "passkeys", "passwordMinLength", "recovery", "registration", "rememberSeconds", "secondFactor", "sessionAbsoluteSeconds", "sessionIdleSeconds", "trustedDeviceDays") SELECT "accountDeletion", "acrAliases", "adminSecondFactor", "auditRetentionDays", "dynamicRegistration", "emailCode", "emailSecondFactor", "id", "identifiers", "legacyFlows", "login", "passkeys", "passwordMinLength", "recovery", "registration", "rememberSeconds", "secondFactor", "sessionAbsoluteSeconds", "sessionIdleSeconds", "trustedDeviceDays" FROM "Portal";
DROP TABLE "Portal";
ALTER TABLE "new_Portal" RENAME TO "Portal";
PRAGMA foreign_keys=ON;
PRAGMA defer_foreign_keys=OFF;
