-- CreateTable
CREATE TABLE "CheckDismissal" (
    "id" TEXT NOT NULL,
    "note" TEXT,
    "dismissedBy" TEXT NOT NULL,
    "dismissedAt" TIMESTAMP(3) NOT NULL,
    "expiresAt" TIMESTAMP(3),

    CONSTRAINT "CheckDismissal_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "CheckDismissal_expiresAt_idx" ON "CheckDismissal"("expiresAt");
