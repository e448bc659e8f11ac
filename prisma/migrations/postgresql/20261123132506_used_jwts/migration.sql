-- DropForeignKey
ALTER TABLE "ClientAssertion" DROP CONSTRAINT "ClientAssertion_clientId_fkey";

-- DropTable
DROP TABLE "ClientAssertion";

-- CreateTable
CREATE TABLE "UsedJwt" (
    "hash" TEXT NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "UsedJwt_pkey" PRIMARY KEY ("hash")
);

-- CreateIndex
CREATE INDEX "UsedJwt_expiresAt_idx" ON "UsedJwt"("expiresAt");
