-- AlterTable
ALTER TABLE "Client" ADD COLUMN "userinfoSignedResponseAlg" TEXT;
