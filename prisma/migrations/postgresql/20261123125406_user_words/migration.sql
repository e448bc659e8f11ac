-- DropIndex
DROP INDEX "User_emailKey_idx";

-- DropIndex
DROP INDEX "User_nameKey_idx";

-- AlterTable
ALTER TABLE "User" DROP COLUMN "emailKey",
DROP COLUMN "nameKey",
ADD COLUMN     "hasWords" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "UserWord" (
    "word" TEXT NOT NULL,
    "sub" TEXT NOT NULL,

    CONSTRAINT "UserWord_pkey" PRIMARY KEY ("sub","word")
);

-- CreateIndex
CREATE INDEX "UserWord_word_sub_idx" ON "UserWord"("word", "sub");

-- CreateIndex
CREATE INDEX "User_hasWords_idx" ON "User"("hasWords");

-- AddForeignKey
ALTER TABLE "UserWord" ADD CONSTRAINT "UserWord_sub_fkey" FOREIGN KEY ("sub") REFERENCES "User"("sub") ON DELETE CASCADE ON UPDATE CASCADE;
