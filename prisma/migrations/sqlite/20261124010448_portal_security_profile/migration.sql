-- AlterTable
ALTER TABLE "Portal" ADD COLUMN "securityProfile" TEXT NOT NULL DEFAULT 'none';
