-- AlterTable
ALTER TABLE "Client" ADD COLUMN     "tlsClientCertificateBoundAccessTokens" BOOLEAN NOT NULL DEFAULT false;
