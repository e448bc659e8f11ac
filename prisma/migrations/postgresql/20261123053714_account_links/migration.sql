-- AlterTable
ALTER TABLE "AccountLink" ADD COLUMN     "passwordHash" TEXT,
ADD COLUMN     "wrongCodes" INTEGER NOT NULL DEFAULT 0,
ALTER COLUMN "sub" DROP NOT NULL;
