-- AlterTable
ALTER TABLE "AuthorizationRequest" ADD COLUMN "trialReport" TEXT;
ALTER TABLE "AuthorizationRequest" ADD COLUMN "triedBy" TEXT;
