-- AlterTable
ALTER TABLE "Interaction" ADD COLUMN "chosenSid" TEXT;
