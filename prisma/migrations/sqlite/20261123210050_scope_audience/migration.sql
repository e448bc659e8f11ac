-- RedefineTables
PRAGMA defer_foreign_keys=ON;
PRAGMA foreign_keys=OFF;
CREATE TABLE "new_Scope" (
    "name" TEXT NOT NULL PRIMARY KEY,
    "type" TEXT NOT NULL,
    "displayName" TEXT,
    "description" TEXT,
    "claims" TEXT NOT NULL,
    "required" BOOLEAN NOT NULL,
    "emphasize" BOOLEAN NOT NULL,
    "enabled" BOOLEAN NOT NULL,
    "resource" TEXT,
    "audience" TEXT NOT NULL DEFAULT 'name',
    "open" BOOLEAN NOT NULL DEFAULT false,
    "accessTokenTyp" TEXT,
    "texts" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL
);
INSERT INTO "new_Scope" ("accessTokenTyp", "claims", "createdAt", "description", "displayName", "emphasize", "enabled", "name", "required", "resource", "texts", "type", "updatedAt") SELECT "accessTokenTyp", "claims", "createdAt", "description", "displayName", "emphasize", "enabled", "name", "required", "resource", "texts", "type", "updatedAt" FROM "Scope";
DROP TABLE "Scope";
ALTER TABLE "new_Scope" RENAME TO "Scope";
PRAGMA foreign_keys=ON;
PRAGMA defer_foreign_keys=OFF;
