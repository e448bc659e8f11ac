-- AlterTable
ALTER TABLE "AuditSeal" ADD COLUMN "keyNumber" INTEGER;

-- CreateTable
CREATE TABLE "AuditKey" (
    "number" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "sealed" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL
);
