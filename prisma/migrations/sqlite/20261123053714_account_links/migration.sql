-- RedefineTables
PRAGMA defer_foreign_keys=ON;
PRAGMA foreign_keys=OFF;
CREATE TABLE "new_AccountLink" (
    "hash" TEXT NOT NULL PRIMARY KEY,
    "kind" TEXT NOT NULL,
    "sub" TEXT,
    "email" TEXT NOT NULL,
    "passwordHash" TEXT,
    "wrongCodes" INTEGER NOT NULL DEFAULT 0,
    "createdAt" DATETIME NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    "usedAt" DATETIME,
    CONSTRAINT "AccountLink_sub_fkey" FOREIGN KEY ("sub") REFERENCES "User" ("sub") ON DELETE CASCADE ON UPDATE CASCADE
);
INSERT INTO "new_AccountLink" ("createdAt", "email", "expiresAt", "hash", "kind", "sub", "usedAt") SELECT "createdAt", "email", "expiresAt", "hash", "kind", "sub", "usedAt" FROM "AccountLink";
DROP TABLE "AccountLink";
ALTER TABLE "new_AccountLink" RENAME TO "AccountLink";
CREATE INDEX "AccountLink_sub_kind_idx" ON "AccountLink"("sub", "kind");
CREATE INDEX "AccountLink_expiresAt_idx" ON "AccountLink"("expiresAt");
PRAGMA foreign_keys=ON;
PRAGMA defer_foreign_keys=OFF;
