-- AlterTable
ALTER TABLE "Interaction" ADD COLUMN     "proofs" TEXT NOT NULL DEFAULT '[]',
ADD COLUMN     "provedSub" TEXT,
ADD COLUMN     "remember" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "wrongCodes" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "PortalSignIn" ADD COLUMN     "changesFactors" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "typed" TEXT;

-- AlterTable
ALTER TABLE "Session" ADD COLUMN     "address" TEXT,
ADD COLUMN     "userAgent" TEXT;

-- AlterTable
ALTER TABLE "User" ADD COLUMN     "mustSetPassword" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "recoveredAt" TIMESTAMP(3);

-- CreateTable
CREATE TABLE "UserPicture" (
    "sub" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "bytes" BYTEA NOT NULL,
    "updatedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "UserPicture_pkey" PRIMARY KEY ("sub")
);

-- CreateTable
CREATE TABLE "Passkey" (
    "id" TEXT NOT NULL,
    "sub" TEXT NOT NULL,
    "publicKey" TEXT NOT NULL,
    "counter" BIGINT NOT NULL,
    "transports" TEXT NOT NULL,
    "aaguid" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "deviceBound" BOOLEAN NOT NULL,
    "backedUp" BOOLEAN NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "lastUsedAt" TIMESTAMP(3),

    CONSTRAINT "Passkey_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "PasskeyChallenge" (
    "hash" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,
    "boundTo" TEXT NOT NULL,
    "sub" TEXT,
    "expiresAt" TIMESTAMP(3) NOT NULL,
    "usedAt" TIMESTAMP(3),

    CONSTRAINT "PasskeyChallenge_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "Authenticator" (
    "sub" TEXT NOT NULL,
    "sealed" TEXT NOT NULL,
    "lastStep" BIGINT,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "lastUsedAt" TIMESTAMP(3),

    CONSTRAINT "Authenticator_pkey" PRIMARY KEY ("sub")
);

-- CreateTable
CREATE TABLE "RecoveryCode" (
    "sub" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "salt" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "usedAt" TIMESTAMP(3),

    CONSTRAINT "RecoveryCode_pkey" PRIMARY KEY ("sub","hash")
);

-- CreateTable
CREATE TABLE "EmailCode" (
    "hash" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,
    "sub" TEXT,
    "email" TEXT NOT NULL,
    "codeHash" TEXT NOT NULL,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,
    "usedAt" TIMESTAMP(3),

    CONSTRAINT "EmailCode_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "PendingAccount" (
    "hash" TEXT NOT NULL,
    "username" TEXT,
    "name" TEXT,
    "givenName" TEXT,
    "familyName" TEXT,
    "email" TEXT NOT NULL,
    "passwordHash" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "PendingAccount_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "TrustedDevice" (
    "hash" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "sub" TEXT NOT NULL,
    "userAgent" TEXT,
    "address" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "lastUsedAt" TIMESTAMP(3) NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "TrustedDevice_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "FactorFailure" (
    "sub" TEXT NOT NULL,
    "factor" TEXT NOT NULL,
    "failures" INTEGER NOT NULL,
    "stoppedAt" TIMESTAMP(3),

    CONSTRAINT "FactorFailure_pkey" PRIMARY KEY ("sub","factor")
);

-- CreateTable
CREATE TABLE "AccountLink" (
    "hash" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "sub" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,
    "usedAt" TIMESTAMP(3),

    CONSTRAINT "AccountLink_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "AccountNotice" (
    "id" TEXT NOT NULL,
    "sub" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "details" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,
    "readAt" TIMESTAMP(3),

    CONSTRAINT "AccountNotice_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ScopeUse" (
    "sub" TEXT NOT NULL,
    "clientId" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "lastUsedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "ScopeUse_pkey" PRIMARY KEY ("sub","clientId","scope")
);

-- CreateIndex
CREATE UNIQUE INDEX "UserPicture_id_key" ON "UserPicture"("id");

-- CreateIndex
CREATE INDEX "Passkey_sub_createdAt_idx" ON "Passkey"("sub", "createdAt");

-- CreateIndex
CREATE INDEX "PasskeyChallenge_expiresAt_idx" ON "PasskeyChallenge"("expiresAt");

-- CreateIndex
CREATE INDEX "EmailCode_expiresAt_idx" ON "EmailCode"("expiresAt");

-- CreateIndex
CREATE INDEX "PendingAccount_expiresAt_idx" ON "PendingAccount"("expiresAt");

-- CreateIndex
CREATE UNIQUE INDEX "TrustedDevice_id_key" ON "TrustedDevice"("id");

-- CreateIndex
CREATE INDEX "TrustedDevice_sub_createdAt_idx" ON "TrustedDevice"("sub", "createdAt");

-- CreateIndex
CREATE INDEX "TrustedDevice_expiresAt_idx" ON "TrustedDevice"("expiresAt");

-- CreateIndex
CREATE INDEX "AccountLink_sub_kind_idx" ON "AccountLink"("sub", "kind");

-- CreateIndex
CREATE INDEX "AccountLink_expiresAt_idx" ON "AccountLink"("expiresAt");

-- CreateIndex
CREATE INDEX "AccountNotice_sub_createdAt_idx" ON "AccountNotice"("sub", "createdAt");

-- CreateIndex
CREATE INDEX "AccountNotice_expiresAt_idx" ON "AccountNotice"("expiresAt");

-- CreateIndex
CREATE INDEX "ScopeUse_clientId_idx" ON "ScopeUse"("clientId");

-- CreateIndex
CREATE INDEX "Interaction_provedSub_idx" ON "Interaction"("provedSub");

-- AddForeignKey
ALTER TABLE "UserPicture" ADD CONSTRAINT "UserPicture_sub_fkey" FOREIGN KEY ("sub") REFERENCES "User"("sub") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Passkey" ADD CONSTRAINT "Passkey_sub_fkey" FOREIGN KEY ("sub") REFERENCES "User"("sub") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Authenticator" ADD CONSTRAINT "Authenticator_sub_fkey" FOREIGN KEY ("sub") REFERENCES "User"("sub") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RecoveryCode" ADD CONSTRAINT "RecoveryCode_sub_fkey" FOREIGN KEY ("sub") REFERENCES "User"("sub") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "TrustedDevice" ADD CONSTRAINT "TrustedDevice_sub_fkey" FOREIGN KEY ("sub") REFERENCES "User"("sub") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "FactorFailure" ADD CONSTRAINT "FactorFailure_sub_fkey" FOREIGN KEY ("sub") REFERENCES "User"("sub") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AccountLink" ADD CONSTRAINT "AccountLink_sub_fkey" FOREIGN KEY ("sub") REFERENCES "User"("sub") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AccountNotice" ADD CONSTRAINT "AccountNotice_sub_fkey" FOREIGN KEY ("sub") REFERENCES "User"("sub") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ScopeUse" ADD CONSTRAINT "ScopeUse_sub_fkey" FOREIGN KEY ("sub") REFERENCES "User"("sub") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ScopeUse" ADD CONSTRAINT "ScopeUse_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "Client"("clientId") ON DELETE CASCADE ON UPDATE CASCADE;
