-- AlterTable
ALTER TABLE "UpstreamSession" ADD COLUMN     "issuer" TEXT,
ADD COLUMN     "subject" TEXT,
ADD COLUMN     "upstreamSid" TEXT,
ALTER COLUMN "sealed" DROP NOT NULL;

-- CreateTable
CREATE TABLE "UpstreamLogout" (
    "provider" TEXT NOT NULL,
    "jti" TEXT NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "UpstreamLogout_pkey" PRIMARY KEY ("provider","jti")
);

-- CreateIndex
CREATE INDEX "UpstreamLogout_expiresAt_idx" ON "UpstreamLogout"("expiresAt");

-- CreateIndex
CREATE INDEX "UpstreamSession_provider_subject_idx" ON "UpstreamSession"("provider", "subject");

-- CreateIndex
CREATE INDEX "UpstreamSession_provider_upstreamSid_idx" ON "UpstreamSession"("provider", "upstreamSid");
