-- AlterTable
ALTER TABLE "Client" ADD COLUMN     "agentState" TEXT NOT NULL DEFAULT 'pending';
