-- AlterTable
ALTER TABLE "Session" ADD COLUMN "guardedAt" DATETIME;
