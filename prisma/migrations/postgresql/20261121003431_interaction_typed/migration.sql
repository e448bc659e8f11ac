-- AlterTable
ALTER TABLE "Interaction" ADD COLUMN     "typedEmail" TEXT,
ADD COLUMN     "typedName" TEXT;
