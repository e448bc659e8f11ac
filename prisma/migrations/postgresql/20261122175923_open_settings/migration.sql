-- AlterTable
ALTER TABLE "Client" ADD COLUMN     "accessTokenTyp" TEXT NOT NULL DEFAULT 'at+jwt',
ADD COLUMN     "clientAssertionAudience" TEXT NOT NULL DEFAULT 'endpoint',
ADD COLUMN     "corsByRedirectUris" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "initiateLoginUri" TEXT,
ALTER COLUMN "refreshTokenRotation" DROP NOT NULL,
ALTER COLUMN "refreshTokenGraceSeconds" DROP NOT NULL,
ALTER COLUMN "requirePkce" DROP NOT NULL,
ALTER COLUMN "alwaysIncludeUserClaimsInIdToken" DROP NOT NULL;

-- AlterTable
ALTER TABLE "Portal" ADD COLUMN     "legacyFlows" TEXT NOT NULL DEFAULT 'on';

-- AlterTable
ALTER TABLE "Scope" ADD COLUMN     "accessTokenTyp" TEXT;
