-- AlterTable
ALTER TABLE "User" ADD COLUMN "usernameKey" TEXT NOT NULL DEFAULT '';
ALTER TABLE "User" ADD COLUMN "nameKey" TEXT;
ALTER TABLE "User" ADD COLUMN "emailKey" TEXT;
ALTER TABLE "User" ADD COLUMN "lastSignInAt" DATETIME;

-- CreateIndex
CREATE INDEX "User_usernameKey_idx" ON "User"("usernameKey");

-- CreateIndex
CREATE INDEX "User_nameKey_idx" ON "User"("nameKey");

-- CreateIndex
CREATE INDEX "User_emailKey_idx" ON "User"("emailKey");

-- CreateIndex
CREATE INDEX "User_enabled_usernameKey_idx" ON "User"("enabled", "usernameKey");

-- CreateIndex
CREATE INDEX "User_admin_usernameKey_idx" ON "User"("admin", "usernameKey");

-- CreateIndex
CREATE INDEX "User_lastSignInAt_usernameKey_idx" ON "User"("lastSignInAt", "usernameKey");

-- The keys of those who are there already; see lib/vocabulary/search-key.ts.
UPDATE "User" SET
  "usernameKey" = lower(hex("canonicalUsername")),
  "nameKey" = nullif(lower(hex(lower(substr(json_extract("claims", '$.name'), 1, 100)))), ''),
  "emailKey" = lower(hex(substr("canonicalEmail", 1, 100)));
