-- AlterTable
ALTER TABLE "Client" ADD COLUMN     "agentEndDate" TEXT;
