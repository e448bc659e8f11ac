-- CreateTable
CREATE TABLE "CheckDismissal" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "note" TEXT,
    "dismissedBy" TEXT NOT NULL,
    "dismissedAt" DATETIME NOT NULL,
    "expiresAt" DATETIME
);

-- CreateIndex
CREATE INDEX "CheckDismissal_expiresAt_idx" ON "CheckDismissal"("expiresAt");
