-- AlterTable
ALTER TABLE "Interaction" ADD COLUMN "typedEmail" TEXT;
ALTER TABLE "Interaction" ADD COLUMN "typedName" TEXT;
