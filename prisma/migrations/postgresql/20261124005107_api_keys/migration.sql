-- AlterTable
ALTER TABLE "Scope" ADD COLUMN     "introspectionEncryptedResponseAlg" TEXT,
ADD COLUMN     "introspectionEncryptedResponseEnc" TEXT,
ADD COLUMN     "jwks" TEXT,
ADD COLUMN     "jwksUri" TEXT;
