-- AlterTable
ALTER TABLE "Client" ADD COLUMN     "authorizationEncryptedResponseAlg" TEXT,
ADD COLUMN     "authorizationEncryptedResponseEnc" TEXT,
ADD COLUMN     "idTokenEncryptedResponseAlg" TEXT,
ADD COLUMN     "idTokenEncryptedResponseEnc" TEXT,
ADD COLUMN     "userinfoEncryptedResponseAlg" TEXT,
ADD COLUMN     "userinfoEncryptedResponseEnc" TEXT;
