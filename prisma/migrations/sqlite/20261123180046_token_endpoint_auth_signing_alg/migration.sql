-- AlterTable
ALTER TABLE "Client" ADD COLUMN "tokenEndpointAuthSigningAlg" TEXT;
