-- AlterTable
ALTER TABLE "Client" ADD COLUMN     "requestObjectEncryptionAlg" TEXT,
ADD COLUMN     "requestObjectEncryptionEnc" TEXT;

-- AlterTable
ALTER TABLE "SigningKey" ADD COLUMN     "use" TEXT NOT NULL DEFAULT 'sig';
