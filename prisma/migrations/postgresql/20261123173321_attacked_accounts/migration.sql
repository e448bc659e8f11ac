-- DropIndex
DROP INDEX "UserIdentity_sub_idx";

-- AlterTable
ALTER TABLE "FactorFailure" ADD COLUMN     "attackedAt" TIMESTAMP(3);

-- CreateIndex
CREATE INDEX "FactorFailure_attackedAt_idx" ON "FactorFailure"("attackedAt");

-- CreateIndex
CREATE INDEX "UserIdentity_sub_provider_idx" ON "UserIdentity"("sub", "provider");
