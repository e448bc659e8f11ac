-- AlterTable
ALTER TABLE "Interaction" ADD COLUMN     "wasPushed" BOOLEAN NOT NULL DEFAULT false;
