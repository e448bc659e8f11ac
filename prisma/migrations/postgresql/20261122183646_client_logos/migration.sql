-- CreateTable
CREATE TABLE "ClientLogo" (
    "clientId" TEXT NOT NULL,
    "uri" TEXT NOT NULL,
    "hash" TEXT,
    "picture" TEXT,
    "problem" TEXT,
    "attempts" INTEGER NOT NULL,
    "nextAttemptAt" TIMESTAMP(3),

    CONSTRAINT "ClientLogo_pkey" PRIMARY KEY ("clientId")
);

-- CreateIndex
CREATE INDEX "ClientLogo_hash_idx" ON "ClientLogo"("hash");

-- AddForeignKey
ALTER TABLE "ClientLogo" ADD CONSTRAINT "ClientLogo_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "Client"("clientId") ON DELETE CASCADE ON UPDATE CASCADE;
