-- AlterTable
ALTER TABLE "PasswordLink" ADD COLUMN "carries" TEXT;

-- AlterTable
ALTER TABLE "User" ADD COLUMN "passwordCarries" TEXT;
ALTER TABLE "User" ADD COLUMN "passwordKind" TEXT;

-- CreateTable
CREATE TABLE "KnownBrowser" (
    "hash" TEXT NOT NULL PRIMARY KEY,
    "sub" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    CONSTRAINT "KnownBrowser_sub_fkey" FOREIGN KEY ("sub") REFERENCES "User" ("sub") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "KnownBrowser_sub_createdAt_idx" ON "KnownBrowser"("sub", "createdAt");

-- CreateIndex
CREATE INDEX "KnownBrowser_expiresAt_idx" ON "KnownBrowser"("expiresAt");

-- CreateIndex
CREATE INDEX "User_passwordKind_idx" ON "User"("passwordKind");

-- Who has a role keeps it with the password they have.
UPDATE "User" SET "passwordCarries" = "admin" WHERE "admin" IS NOT NULL;

-- What made the hashes that are not made as new ones are: everything before the salt.
UPDATE "User" SET "passwordKind" = substr("passwordHash", 1,
    instr("passwordHash", ',p=') + instr(substr("passwordHash", instr("passwordHash", ',p=')), '$') - 2)
WHERE "passwordHash" LIKE '$argon2%,p=%$%$%' AND "passwordHash" NOT LIKE '$argon2id$v=19$m=19456,t=2,p=1$%';
