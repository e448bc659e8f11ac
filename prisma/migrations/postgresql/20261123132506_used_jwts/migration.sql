-- CreateTable
CREATE TABLE "UsedJwt" (
    "key" TEXT NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "UsedJwt_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE INDEX "UsedJwt_expiresAt_idx" ON "UsedJwt"("expiresAt");

-- What was used stays used.
INSERT INTO "UsedJwt" ("key", "expiresAt")
SELECT 'client_assertion ' || "clientId" || ' ' || "jti", "expiresAt" FROM "ClientAssertion";

-- DropForeignKey
ALTER TABLE "ClientAssertion" DROP CONSTRAINT "ClientAssertion_clientId_fkey";

-- DropTable
DROP TABLE "ClientAssertion";
