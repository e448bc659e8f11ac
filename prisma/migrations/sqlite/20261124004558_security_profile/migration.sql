-- AlterTable
ALTER TABLE "Client" ADD COLUMN "securityProfile" TEXT NOT NULL DEFAULT 'none';
