-- AlterTable
ALTER TABLE "Grant" ADD COLUMN     "offlineImplied" BOOLEAN;
