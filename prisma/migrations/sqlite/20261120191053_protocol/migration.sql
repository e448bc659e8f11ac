-- AlterTable
ALTER TABLE "Client" ADD COLUMN "registrationTokenHash" TEXT;

-- AlterTable
ALTER TABLE "Grant" ADD COLUMN "claims" TEXT;
ALTER TABLE "Grant" ADD COLUMN "resources" TEXT;

-- AlterTable
ALTER TABLE "Interaction" ADD COLUMN "claims" TEXT;
ALTER TABLE "Interaction" ADD COLUMN "deviceHash" TEXT;
ALTER TABLE "Interaction" ADD COLUMN "resources" TEXT;

-- CreateTable
CREATE TABLE "SessionClient" (
    "sid" TEXT NOT NULL,
    "clientId" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,

    PRIMARY KEY ("sid", "clientId"),
    CONSTRAINT "SessionClient_sid_fkey" FOREIGN KEY ("sid") REFERENCES "Session" ("sid") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "SessionClient_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "Client" ("clientId") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "LogoutNotice" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "clientId" TEXT NOT NULL,
    "sid" TEXT NOT NULL,
    "sub" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "createdAt" DATETIME NOT NULL,
    "nextAttemptAt" DATETIME NOT NULL,
    "deliveredAt" DATETIME,
    "expiresAt" DATETIME NOT NULL,
    CONSTRAINT "LogoutNotice_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "Client" ("clientId") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "DeviceRequest" (
    "hash" TEXT NOT NULL PRIMARY KEY,
    "userCodeHash" TEXT NOT NULL,
    "clientId" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "grantId" TEXT,
    "loginHint" TEXT,
    "uiLocales" TEXT,
    "acrValues" TEXT,
    "clientAddress" TEXT NOT NULL,
    "intervalSeconds" INTEGER NOT NULL,
    "lastPolledAt" DATETIME,
    "createdAt" DATETIME NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    "decidedAt" DATETIME,
    "redeemedAt" DATETIME,
    CONSTRAINT "DeviceRequest_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "Client" ("clientId") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "DeviceRequest_grantId_fkey" FOREIGN KEY ("grantId") REFERENCES "Grant" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "PushedRequest" (
    "hash" TEXT NOT NULL PRIMARY KEY,
    "clientId" TEXT NOT NULL,
    "parameters" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    "usedAt" DATETIME,
    CONSTRAINT "PushedRequest_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "Client" ("clientId") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "ClientAssertion" (
    "clientId" TEXT NOT NULL,
    "jti" TEXT NOT NULL,
    "expiresAt" DATETIME NOT NULL,

    PRIMARY KEY ("clientId", "jti"),
    CONSTRAINT "ClientAssertion_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "Client" ("clientId") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "InitialAccessToken" (
    "hash" TEXT NOT NULL PRIMARY KEY,
    "description" TEXT,
    "remainingUses" INTEGER,
    "createdAt" DATETIME NOT NULL,
    "expiresAt" DATETIME
);

-- CreateTable
CREATE TABLE "Explanation" (
    "reference" TEXT NOT NULL PRIMARY KEY,
    "groupKey" TEXT NOT NULL,
    "endpoint" TEXT NOT NULL,
    "rule" TEXT NOT NULL,
    "error" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "clientId" TEXT,
    "network" TEXT NOT NULL,
    "facts" TEXT NOT NULL,
    "occurrences" INTEGER NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "lastSeenAt" DATETIME NOT NULL,
    "expiresAt" DATETIME NOT NULL
);

-- CreateIndex
CREATE INDEX "SessionClient_clientId_idx" ON "SessionClient"("clientId");

-- CreateIndex
CREATE INDEX "LogoutNotice_nextAttemptAt_idx" ON "LogoutNotice"("nextAttemptAt");

-- CreateIndex
CREATE INDEX "LogoutNotice_clientId_idx" ON "LogoutNotice"("clientId");

-- CreateIndex
CREATE INDEX "LogoutNotice_expiresAt_idx" ON "LogoutNotice"("expiresAt");

-- CreateIndex
CREATE UNIQUE INDEX "DeviceRequest_userCodeHash_key" ON "DeviceRequest"("userCodeHash");

-- CreateIndex
CREATE INDEX "DeviceRequest_clientId_idx" ON "DeviceRequest"("clientId");

-- CreateIndex
CREATE INDEX "DeviceRequest_grantId_idx" ON "DeviceRequest"("grantId");

-- CreateIndex
CREATE INDEX "DeviceRequest_expiresAt_idx" ON "DeviceRequest"("expiresAt");

-- CreateIndex
CREATE INDEX "PushedRequest_clientId_idx" ON "PushedRequest"("clientId");

-- CreateIndex
CREATE INDEX "PushedRequest_expiresAt_idx" ON "PushedRequest"("expiresAt");

-- CreateIndex
CREATE INDEX "ClientAssertion_expiresAt_idx" ON "ClientAssertion"("expiresAt");

-- CreateIndex
CREATE INDEX "InitialAccessToken_expiresAt_idx" ON "InitialAccessToken"("expiresAt");

-- CreateIndex
CREATE INDEX "Explanation_clientId_createdAt_idx" ON "Explanation"("clientId", "createdAt");

-- CreateIndex
CREATE INDEX "Explanation_createdAt_idx" ON "Explanation"("createdAt");

-- CreateIndex
CREATE INDEX "Explanation_expiresAt_idx" ON "Explanation"("expiresAt");
