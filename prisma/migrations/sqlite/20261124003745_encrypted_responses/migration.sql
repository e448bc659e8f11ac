-- AlterTable
ALTER TABLE "Client" ADD COLUMN "authorizationEncryptedResponseAlg" TEXT;
ALTER TABLE "Client" ADD COLUMN "authorizationEncryptedResponseEnc" TEXT;
ALTER TABLE "Client" ADD COLUMN "idTokenEncryptedResponseAlg" TEXT;
ALTER TABLE "Client" ADD COLUMN "idTokenEncryptedResponseEnc" TEXT;
ALTER TABLE "Client" ADD COLUMN "userinfoEncryptedResponseAlg" TEXT;
ALTER TABLE "Client" ADD COLUMN "userinfoEncryptedResponseEnc" TEXT;
