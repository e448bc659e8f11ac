-- DropIndex
DROP INDEX "AuditEvent_type_id_idx";

-- DropIndex
DROP INDEX "Grant_clientId_idx";

-- AlterTable
ALTER TABLE "ClientSecret" ADD COLUMN "ending" TEXT;

-- AlterTable
ALTER TABLE "Portal" ADD COLUMN "auditRetentionDays" INTEGER DEFAULT 400;

-- AlterTable
ALTER TABLE "ScopeSecret" ADD COLUMN "ending" TEXT;

-- CreateTable
CREATE TABLE "ClientUse" (
    "clientId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "lastUsedAt" DATETIME NOT NULL,

    PRIMARY KEY ("clientId", "kind", "value"),
    CONSTRAINT "ClientUse_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "Client" ("clientId") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "AuditEvent_type_outcome_id_idx" ON "AuditEvent"("type", "outcome", "id");

-- CreateIndex
CREATE INDEX "AuditEvent_clientId_type_outcome_id_idx" ON "AuditEvent"("clientId", "type", "outcome", "id");

-- CreateIndex
CREATE INDEX "Grant_clientId_sub_idx" ON "Grant"("clientId", "sub");
