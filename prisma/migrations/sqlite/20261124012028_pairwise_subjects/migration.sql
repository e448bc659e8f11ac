-- AlterTable
ALTER TABLE "Client" ADD COLUMN "sectorIdentifierUri" TEXT;
ALTER TABLE "Client" ADD COLUMN "subjectType" TEXT NOT NULL DEFAULT 'public';
