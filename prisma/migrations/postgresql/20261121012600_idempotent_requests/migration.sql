-- CreateTable
CREATE TABLE "IdempotentRequest" (
    "caller" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "digest" TEXT NOT NULL,
    "status" INTEGER,
    "location" TEXT,
    "etag" TEXT,
    "body" TEXT,
    "expiresAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "IdempotentRequest_pkey" PRIMARY KEY ("caller","key")
);

-- CreateIndex
CREATE INDEX "IdempotentRequest_expiresAt_idx" ON "IdempotentRequest"("expiresAt");
