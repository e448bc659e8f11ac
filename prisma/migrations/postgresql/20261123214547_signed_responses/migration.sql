-- AlterTable
ALTER TABLE "Client" ADD COLUMN     "authorizationSignedResponseAlg" TEXT NOT NULL DEFAULT 'RS256',
ADD COLUMN     "responseModes" TEXT;
