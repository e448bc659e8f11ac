-- Requests under way: their people begin again.
DELETE FROM "Interaction";

-- DropForeignKey
ALTER TABLE "Interaction" DROP CONSTRAINT "Interaction_clientId_fkey";

-- AlterTable
ALTER TABLE "Interaction" DROP COLUMN "acrValues",
DROP COLUMN "area",
DROP COLUMN "claims",
DROP COLUMN "clientId",
DROP COLUMN "codeChallenge",
DROP COLUMN "codeChallengeMethod",
DROP COLUMN "deviceHash",
DROP COLUMN "display",
DROP COLUMN "hintSub",
DROP COLUMN "kind",
DROP COLUMN "loginHint",
DROP COLUMN "maxAge",
DROP COLUMN "nonce",
DROP COLUMN "prompt",
DROP COLUMN "redirectUri",
DROP COLUMN "resources",
DROP COLUMN "responseMode",
DROP COLUMN "responseType",
DROP COLUMN "scope",
DROP COLUMN "state",
DROP COLUMN "uiLocales",
DROP COLUMN "wasPushed",
ADD COLUMN     "isChoosing" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "AuthorizationRequest" (
    "hash" TEXT NOT NULL,
    "clientId" TEXT NOT NULL,
    "responseType" TEXT NOT NULL,
    "responseMode" TEXT NOT NULL,
    "redirectUri" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "prompt" TEXT NOT NULL,
    "state" TEXT,
    "nonce" TEXT,
    "codeChallenge" TEXT,
    "codeChallengeMethod" TEXT,
    "maxAge" INTEGER,
    "loginHint" TEXT,
    "uiLocales" TEXT,
    "acrValues" TEXT,
    "display" TEXT,
    "hintSub" TEXT,
    "claims" TEXT,
    "wasPushed" BOOLEAN NOT NULL,

    CONSTRAINT "AuthorizationRequest_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "EnteredCode" (
    "hash" TEXT NOT NULL,
    "userCode" TEXT NOT NULL,
    "isPrefilled" BOOLEAN NOT NULL,
    "deviceHash" TEXT,
    "clientId" TEXT,
    "scope" TEXT,
    "loginHint" TEXT,
    "uiLocales" TEXT,
    "acrValues" TEXT,
    "outcome" TEXT,

    CONSTRAINT "EnteredCode_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "PortalSignIn" (
    "hash" TEXT NOT NULL,
    "area" TEXT NOT NULL,
    "again" BOOLEAN NOT NULL,

    CONSTRAINT "PortalSignIn_pkey" PRIMARY KEY ("hash")
);

-- AddForeignKey
ALTER TABLE "AuthorizationRequest" ADD CONSTRAINT "AuthorizationRequest_hash_fkey" FOREIGN KEY ("hash") REFERENCES "Interaction"("hash") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AuthorizationRequest" ADD CONSTRAINT "AuthorizationRequest_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "Client"("clientId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "EnteredCode" ADD CONSTRAINT "EnteredCode_hash_fkey" FOREIGN KEY ("hash") REFERENCES "Interaction"("hash") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "EnteredCode" ADD CONSTRAINT "EnteredCode_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "Client"("clientId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PortalSignIn" ADD CONSTRAINT "PortalSignIn_hash_fkey" FOREIGN KEY ("hash") REFERENCES "Interaction"("hash") ON DELETE CASCADE ON UPDATE CASCADE;
