-- AlterTable
ALTER TABLE "User" ADD COLUMN     "emailKey" TEXT,
ADD COLUMN     "lastSignInAt" TIMESTAMP(3),
ADD COLUMN     "nameKey" TEXT,
ADD COLUMN     "usernameKey" TEXT NOT NULL DEFAULT '';

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
  "usernameKey" = encode(convert_to("canonicalUsername", 'UTF8'), 'hex'),
  "nameKey" = nullif(encode(convert_to(lower(left("claims"::json ->> 'name', 100)), 'UTF8'), 'hex'), ''),
  "emailKey" = encode(convert_to(left("canonicalEmail", 100), 'UTF8'), 'hex');
