-- AlterTable
ALTER TABLE "AccountLink" ADD COLUMN "passwordCarries" TEXT;
