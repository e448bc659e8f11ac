-- AlterTable
ALTER TABLE "AuthorizationRequest" ADD COLUMN "pushedHash" TEXT;
