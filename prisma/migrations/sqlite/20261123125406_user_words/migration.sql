-- DropIndex
DROP INDEX "User_emailKey_idx";

-- DropIndex
DROP INDEX "User_nameKey_idx";

-- AlterTable
ALTER TABLE "User" DROP COLUMN "emailKey";

-- AlterTable
ALTER TABLE "User" DROP COLUMN "nameKey";

-- AlterTable
ALTER TABLE "User" ADD COLUMN "hasWords" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "UserWord" (
    "word" TEXT NOT NULL,
    "sub" TEXT NOT NULL,

    PRIMARY KEY ("sub", "word"),
    CONSTRAINT "UserWord_sub_fkey" FOREIGN KEY ("sub") REFERENCES "User" ("sub") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "UserWord_word_sub_idx" ON "UserWord"("word", "sub");

-- CreateIndex
CREATE INDEX "User_hasWords_idx" ON "User"("hasWords");
