-- AlterTable
ALTER TABLE "Client" ADD COLUMN "tlsClientAuthSubjectDn" TEXT;
ALTER TABLE "Client" ADD COLUMN "tlsClientAuthSanDns" TEXT;
ALTER TABLE "Client" ADD COLUMN "tlsClientAuthSanUri" TEXT;
ALTER TABLE "Client" ADD COLUMN "tlsClientAuthSanIp" TEXT;
ALTER TABLE "Client" ADD COLUMN "tlsClientAuthSanEmail" TEXT;
