-- CreateTable
CREATE TABLE "ClientLogo" (
    "clientId" TEXT NOT NULL PRIMARY KEY,
    "uri" TEXT NOT NULL,
    "hash" TEXT,
    "picture" TEXT,
    "problem" TEXT,
    "attempts" INTEGER NOT NULL,
    "nextAttemptAt" DATETIME,
    CONSTRAINT "ClientLogo_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "Client" ("clientId") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "ClientLogo_hash_idx" ON "ClientLogo"("hash");
