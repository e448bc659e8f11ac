-- AlterTable
ALTER TABLE "User" ADD COLUMN "canonicalEmail" TEXT;

-- CreateTable
CREATE TABLE "UserIdentity" (
    "provider" TEXT NOT NULL,
    "issuer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "sub" TEXT NOT NULL,
    "claims" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "lastUsedAt" DATETIME NOT NULL,

    PRIMARY KEY ("provider", "issuer", "subject"),
    CONSTRAINT "UserIdentity_sub_fkey" FOREIGN KEY ("sub") REFERENCES "User" ("sub") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "UpstreamSignIn" (
    "hash" TEXT NOT NULL PRIMARY KEY,
    "provider" TEXT NOT NULL,
    "browserHash" TEXT NOT NULL,
    "interactionHash" TEXT NOT NULL,
    "sealed" TEXT NOT NULL,
    "identity" TEXT,
    "problem" TEXT,
    "reference" TEXT,
    "createdAt" DATETIME NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    "usedAt" DATETIME,
    "finishedAt" DATETIME
);

-- CreateTable
CREATE TABLE "UpstreamSession" (
    "sid" TEXT NOT NULL PRIMARY KEY,
    "provider" TEXT NOT NULL,
    "sealed" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    CONSTRAINT "UpstreamSession_sid_fkey" FOREIGN KEY ("sid") REFERENCES "Session" ("sid") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "UserIdentity_sub_idx" ON "UserIdentity"("sub");

-- CreateIndex
CREATE INDEX "UpstreamSignIn_interactionHash_idx" ON "UpstreamSignIn"("interactionHash");

-- CreateIndex
CREATE INDEX "UpstreamSignIn_expiresAt_idx" ON "UpstreamSignIn"("expiresAt");

-- CreateIndex
CREATE INDEX "User_canonicalEmail_idx" ON "User"("canonicalEmail");

-- Accounts are found by their e-mail address from now on.
UPDATE "User" SET "canonicalEmail" = lower(json_extract("claims", '$.email')) WHERE json_extract("claims", '$.email') LIKE '%@%';
