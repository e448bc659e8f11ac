-- AlterTable
ALTER TABLE "User" ADD COLUMN     "canonicalEmail" TEXT;

-- CreateTable
CREATE TABLE "UserIdentity" (
    "provider" TEXT NOT NULL,
    "issuer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "sub" TEXT NOT NULL,
    "claims" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "lastUsedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "UserIdentity_pkey" PRIMARY KEY ("provider","issuer","subject")
);

-- CreateTable
CREATE TABLE "UpstreamSignIn" (
    "hash" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "browserHash" TEXT NOT NULL,
    "interactionHash" TEXT NOT NULL,
    "sealed" TEXT NOT NULL,
    "identity" TEXT,
    "problem" TEXT,
    "reference" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,
    "usedAt" TIMESTAMP(3),
    "finishedAt" TIMESTAMP(3),

    CONSTRAINT "UpstreamSignIn_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "UpstreamSession" (
    "sid" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "sealed" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "UpstreamSession_pkey" PRIMARY KEY ("sid")
);

-- CreateIndex
CREATE INDEX "UserIdentity_sub_idx" ON "UserIdentity"("sub");

-- CreateIndex
CREATE INDEX "UpstreamSignIn_interactionHash_idx" ON "UpstreamSignIn"("interactionHash");

-- CreateIndex
CREATE INDEX "UpstreamSignIn_expiresAt_idx" ON "UpstreamSignIn"("expiresAt");

-- CreateIndex
CREATE INDEX "User_canonicalEmail_idx" ON "User"("canonicalEmail");

-- AddForeignKey
ALTER TABLE "UserIdentity" ADD CONSTRAINT "UserIdentity_sub_fkey" FOREIGN KEY ("sub") REFERENCES "User"("sub") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "UpstreamSession" ADD CONSTRAINT "UpstreamSession_sid_fkey" FOREIGN KEY ("sid") REFERENCES "Session"("sid") ON DELETE CASCADE ON UPDATE CASCADE;

-- Accounts are found by their e-mail address from now on.
UPDATE "User" SET "canonicalEmail" = lower("claims"::json->>'email') WHERE "claims"::json->>'email' LIKE '%@%';
