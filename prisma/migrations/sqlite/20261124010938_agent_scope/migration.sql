-- AlterTable
ALTER TABLE "Client" ADD COLUMN "agentScope" TEXT NOT NULL DEFAULT '';
