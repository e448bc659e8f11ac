-- AlterTable
ALTER TABLE "Session" ADD COLUMN     "guardedAt" TIMESTAMP(3);
