-- DropTable
PRAGMA foreign_keys=off;
DROP TABLE "ClientAssertion";
PRAGMA foreign_keys=on;

-- CreateTable
CREATE TABLE "UsedJwt" (
    "hash" TEXT NOT NULL PRIMARY KEY,
    "expiresAt" DATETIME NOT NULL
);

-- CreateIndex
CREATE INDEX "UsedJwt_expiresAt_idx" ON "UsedJwt"("expiresAt");
