-- CreateTable
CREATE TABLE "OutboxMail" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "kind" TEXT NOT NULL,
    "sealed" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "createdAt" DATETIME NOT NULL,
    "nextAttemptAt" DATETIME,
    "deliveredAt" DATETIME,
    "failedAt" DATETIME,
    "problem" TEXT,
    "expiresAt" DATETIME NOT NULL
);

-- CreateIndex
CREATE INDEX "OutboxMail_nextAttemptAt_idx" ON "OutboxMail"("nextAttemptAt");

-- CreateIndex
CREATE INDEX "OutboxMail_failedAt_idx" ON "OutboxMail"("failedAt");

-- CreateIndex
CREATE INDEX "OutboxMail_expiresAt_idx" ON "OutboxMail"("expiresAt");
