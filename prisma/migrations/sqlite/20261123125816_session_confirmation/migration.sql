-- AlterTable
ALTER TABLE "Session" ADD COLUMN "confirmedAt" DATETIME;
ALTER TABLE "Session" ADD COLUMN "provenUseAt" DATETIME;
