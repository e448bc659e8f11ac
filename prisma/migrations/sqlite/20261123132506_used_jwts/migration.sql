-- CreateTable
CREATE TABLE "UsedJwt" (
    "key" TEXT NOT NULL PRIMARY KEY,
    "expiresAt" DATETIME NOT NULL
);

-- CreateIndex
CREATE INDEX "UsedJwt_expiresAt_idx" ON "UsedJwt"("expiresAt");

-- What was used stays used.
INSERT INTO "UsedJwt" ("key", "expiresAt")
SELECT 'client_assertion ' || "clientId" || ' ' || "jti", "expiresAt" FROM "ClientAssertion";

-- DropTable
PRAGMA foreign_keys=off;
DROP TABLE "ClientAssertion";
PRAGMA foreign_keys=on;
