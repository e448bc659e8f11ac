-- AlterTable
ALTER TABLE "Scope" ADD COLUMN     "audience" TEXT NOT NULL DEFAULT 'name',
ADD COLUMN     "open" BOOLEAN NOT NULL DEFAULT false;
