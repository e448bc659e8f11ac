-- CreateTable
CREATE TABLE "UpstreamLogout" (
    "provider" TEXT NOT NULL,
    "jti" TEXT NOT NULL,
    "expiresAt" DATETIME NOT NULL,

    PRIMARY KEY ("provider", "jti")
);

-- RedefineTables
PRAGMA defer_foreign_keys=ON;
PRAGMA foreign_keys=OFF;
CREATE TABLE "new_UpstreamSession" (
    "sid" TEXT NOT NULL PRIMARY KEY,
    "provider" TEXT NOT NULL,
    "issuer" TEXT,
    "subject" TEXT,
    "upstreamSid" TEXT,
    "sealed" TEXT,
    "createdAt" DATETIME NOT NULL,
    CONSTRAINT "UpstreamSession_sid_fkey" FOREIGN KEY ("sid") REFERENCES "Session" ("sid") ON DELETE CASCADE ON UPDATE CASCADE
);
INSERT INTO "new_UpstreamSession" ("createdAt", "provider", "sealed", "sid") SELECT "createdAt", "provider", "sealed", "sid" FROM "UpstreamSession";
DROP TABLE "UpstreamSession";
ALTER TABLE "new_UpstreamSession" RENAME TO "UpstreamSession";
CREATE INDEX "UpstreamSession_provider_subject_idx" ON "UpstreamSession"("provider", "subject");
CREATE INDEX "UpstreamSession_provider_upstreamSid_idx" ON "UpstreamSession"("provider", "upstreamSid");
PRAGMA foreign_keys=ON;
PRAGMA defer_foreign_keys=OFF;

-- CreateIndex
CREATE INDEX "UpstreamLogout_expiresAt_idx" ON "UpstreamLogout"("expiresAt");
