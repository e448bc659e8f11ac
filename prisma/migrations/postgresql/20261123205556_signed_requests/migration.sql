-- AlterTable
ALTER TABLE "AuthorizationRequest" ADD COLUMN     "wasSigned" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "Client" ADD COLUMN     "requestObjectSigningAlg" TEXT,
ADD COLUMN     "requestUris" TEXT NOT NULL DEFAULT '[]',
ADD COLUMN     "requireSignedRequestObject" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "PushedRequest" ADD COLUMN     "wasSigned" BOOLEAN NOT NULL DEFAULT false;
