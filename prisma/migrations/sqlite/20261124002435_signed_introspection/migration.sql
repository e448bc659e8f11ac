-- AlterTable
ALTER TABLE "Scope" ADD COLUMN "introspectionSignedResponseAlg" TEXT;
