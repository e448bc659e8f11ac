-- RedefineTables
PRAGMA defer_foreign_keys=ON;
PRAGMA foreign_keys=OFF;
CREATE TABLE "new_User" (
    "sub" TEXT NOT NULL PRIMARY KEY,
    "username" TEXT NOT NULL,
    "canonicalUsername" TEXT NOT NULL,
    "canonicalEmail" TEXT,
    "emailVerified" BOOLEAN NOT NULL DEFAULT false,
    "hasUnprovedName" BOOLEAN NOT NULL DEFAULT false,
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
INSERT INTO "new_User" ("admin", "canonicalEmail", "canonicalUsername", "claims", "createdAt", "emailKey", "emailVerified", "enabled", "lastSignInAt", "mustSetPassword", "nameKey", "origin", "passwordCarries", "passwordHash", "passwordKind", "recoveredAt", "sub", "tenants", "updatedAt", "username", "usernameKey") SELECT "admin", "canonicalEmail", "canonicalUsername", "claims", "createdAt", "emailKey", "emailVerified", "enabled", "lastSignInAt", "mustSetPassword", "nameKey", "origin", "passwordCarries", "passwordHash", "passwordKind", "recoveredAt", "sub", "tenants", "updatedAt", "username", "usernameKey" FROM "User";
DROP TABLE "User";
ALTER TABLE "new_User" RENAME TO "User";
CREATE UNIQUE INDEX "User_canonicalUsername_key" ON "User"("canonicalUsername");
CREATE INDEX "User_canonicalEmail_idx" ON "User"("canonicalEmail");
CREATE INDEX "User_hasUnprovedName_idx" ON "User"("hasUnprovedName");
CREATE INDEX "User_passwordKind_idx" ON "User"("passwordKind");
CREATE INDEX "User_usernameKey_idx" ON "User"("usernameKey");
CREATE INDEX "User_nameKey_idx" ON "User"("nameKey");
CREATE INDEX "User_emailKey_idx" ON "User"("emailKey");
CREATE INDEX "User_enabled_usernameKey_idx" ON "User"("enabled", "usernameKey");
CREATE INDEX "User_admin_usernameKey_idx" ON "User"("admin", "usernameKey");
CREATE INDEX "User_lastSignInAt_usernameKey_idx" ON "User"("lastSignInAt", "usernameKey");
PRAGMA foreign_keys=ON;
PRAGMA defer_foreign_keys=OFF;

-- Names from before such a name had to be proved.
UPDATE "User" SET "hasUnprovedName" = true
WHERE "canonicalUsername" LIKE '%@%'
  AND NOT ("emailVerified" AND "canonicalEmail" IS NOT NULL AND "canonicalEmail" = "canonicalUsername");
