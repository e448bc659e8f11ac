-- AlterTable
ALTER TABLE "Scope" ADD COLUMN "introspectionEncryptedResponseAlg" TEXT;
ALTER TABLE "Scope" ADD COLUMN "introspectionEncryptedResponseEnc" TEXT;
ALTER TABLE "Scope" ADD COLUMN "jwks" TEXT;
ALTER TABLE "Scope" ADD COLUMN "jwksUri" TEXT;
