-- AlterTable
ALTER TABLE "Client" ADD COLUMN     "sectorIdentifierUri" TEXT,
ADD COLUMN     "subjectType" TEXT NOT NULL DEFAULT 'public';
