-- AlterTable
ALTER TABLE "User" ADD COLUMN     "hasUnprovedName" BOOLEAN NOT NULL DEFAULT false;

-- CreateIndex
CREATE INDEX "User_hasUnprovedName_idx" ON "User"("hasUnprovedName");

-- Names from before such a name had to be proved.
UPDATE "User" SET "hasUnprovedName" = true
WHERE "canonicalUsername" LIKE '%@%'
  AND NOT ("emailVerified" AND "canonicalEmail" IS NOT NULL AND "canonicalEmail" = "canonicalUsername");
