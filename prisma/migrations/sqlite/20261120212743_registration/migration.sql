-- AlterTable
ALTER TABLE "Client" ADD COLUMN "selfRegistered" BOOLEAN NOT NULL DEFAULT false;
