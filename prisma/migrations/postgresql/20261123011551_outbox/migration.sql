-- CreateTable
CREATE TABLE "OutboxMail" (
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "sealed" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "nextAttemptAt" TIMESTAMP(3),
    "deliveredAt" TIMESTAMP(3),
    "failedAt" TIMESTAMP(3),
    "problem" TEXT,
    "expiresAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "OutboxMail_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "OutboxMail_nextAttemptAt_idx" ON "OutboxMail"("nextAttemptAt");

-- CreateIndex
CREATE INDEX "OutboxMail_failedAt_idx" ON "OutboxMail"("failedAt");

-- CreateIndex
CREATE INDEX "OutboxMail_expiresAt_idx" ON "OutboxMail"("expiresAt");
