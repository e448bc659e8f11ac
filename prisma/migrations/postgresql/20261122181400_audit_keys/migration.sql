-- AlterTable
ALTER TABLE "AuditSeal" ADD COLUMN     "keyNumber" INTEGER;

-- CreateTable
CREATE TABLE "AuditKey" (
    "number" INTEGER NOT NULL,
    "sealed" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "AuditKey_pkey" PRIMARY KEY ("number")
);
