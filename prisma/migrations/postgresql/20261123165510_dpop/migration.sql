-- AlterTable
ALTER TABLE "AuthorizationCode" ADD COLUMN     "confirmation" TEXT;

-- AlterTable
ALTER TABLE "AuthorizationRequest" ADD COLUMN     "dpopJkt" TEXT;

-- AlterTable
ALTER TABLE "Client" ADD COLUMN     "dpopBoundAccessTokens" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "dpopRequireNonce" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "RefreshToken" ADD COLUMN     "confirmation" TEXT;
