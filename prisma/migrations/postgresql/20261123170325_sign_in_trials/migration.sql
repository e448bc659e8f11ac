-- AlterTable
ALTER TABLE "AuthorizationRequest" ADD COLUMN     "trialReport" TEXT,
ADD COLUMN     "triedBy" TEXT;
