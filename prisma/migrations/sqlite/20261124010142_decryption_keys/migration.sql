-- AlterTable
ALTER TABLE "Client" ADD COLUMN "requestObjectEncryptionAlg" TEXT;
ALTER TABLE "Client" ADD COLUMN "requestObjectEncryptionEnc" TEXT;

-- RedefineTables
PRAGMA defer_foreign_keys=ON;
PRAGMA foreign_keys=OFF;
CREATE TABLE "new_SigningKey" (
    "kid" TEXT NOT NULL PRIMARY KEY,
    "alg" TEXT NOT NULL,
    "use" TEXT NOT NULL DEFAULT 'sig',
    "publicJwk" TEXT NOT NULL,
    "privateSealed" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "activatesAt" DATETIME NOT NULL,
    "retiresAt" DATETIME,
    "expiresAt" DATETIME
);
INSERT INTO "new_SigningKey" ("activatesAt", "alg", "createdAt", "expiresAt", "kid", "privateSealed", "publicJwk", "retiresAt") SELECT "activatesAt", "alg", "createdAt", "expiresAt", "kid", "privateSealed", "publicJwk", "retiresAt" FROM "SigningKey";
DROP TABLE "SigningKey";
ALTER TABLE "new_SigningKey" RENAME TO "SigningKey";
CREATE INDEX "SigningKey_expiresAt_idx" ON "SigningKey"("expiresAt");
PRAGMA foreign_keys=ON;
PRAGMA defer_foreign_keys=OFF;
