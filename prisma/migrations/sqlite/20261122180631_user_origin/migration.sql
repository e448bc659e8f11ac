-- RedefineTables
PRAGMA defer_foreign_keys=ON;
PRAGMA foreign_keys=OFF;
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
    "enabled" BOOLEAN NOT NULL,
    "admin" TEXT,
    "tenants" TEXT NOT NULL,
    "claims" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL,
    "lastSignInAt" DATETIME
);
INSERT INTO "new_User" ("admin", "canonicalEmail", "canonicalUsername", "claims", "createdAt", "emailKey", "enabled", "lastSignInAt", "nameKey", "passwordHash", "sub", "tenants", "updatedAt", "username", "usernameKey") SELECT "admin", "canonicalEmail", "canonicalUsername", "claims", "createdAt", "emailKey", "enabled", "lastSignInAt", "nameKey", "passwordHash", "sub", "tenants", "updatedAt", "username", "usernameKey" FROM "User";
DROP TABLE "User";
ALTER TABLE "new_User" RENAME TO "User";
CREATE UNIQUE INDEX "User_canonicalUsername_key" ON "User"("canonicalUsername");
CREATE INDEX "User_canonicalEmail_idx" ON "User"("canonicalEmail");
CREATE INDEX "User_usernameKey_idx" ON "User"("usernameKey");
CREATE INDEX "User_nameKey_idx" ON "User"("nameKey");
CREATE INDEX "User_emailKey_idx" ON "User"("emailKey");
CREATE INDEX "User_enabled_usernameKey_idx" ON "User"("enabled", "usernameKey");
CREATE INDEX "User_admin_usernameKey_idx" ON "User"("admin", "usernameKey");
CREATE INDEX "User_lastSignInAt_usernameKey_idx" ON "User"("lastSignInAt", "usernameKey");
PRAGMA foreign_keys=ON;
PRAGMA defer_foreign_keys=OFF;

-- Who made the accounts that are there, as far as the audit log knows; nobody vouched for those people and providers made.
UPDATE "User" SET "origin" = 'sign_up' WHERE EXISTS (SELECT 1 FROM "AuditEvent" "e" WHERE "e"."type" = 'user.created'
  AND "e"."actorKind" = 'user' AND "e"."targetId" = "User"."sub" AND "e"."actorId" = "User"."sub"
  AND "e"."details" NOT LIKE '%"provider":%');
UPDATE "User" SET "origin" = 'provider' WHERE EXISTS (SELECT 1 FROM "AuditEvent" "e" WHERE "e"."type" = 'user.created'
  AND "e"."actorKind" = 'user' AND "e"."targetId" = "User"."sub" AND "e"."actorId" = "User"."sub"
  AND "e"."details" LIKE '%"provider":%');
UPDATE "User" SET "emailVerified" = true WHERE "canonicalEmail" IS NOT NULL
  AND json_type("claims", '$.email_verified') = 'true';
