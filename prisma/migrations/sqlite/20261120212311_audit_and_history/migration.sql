-- CreateTable
CREATE TABLE "AuditEvent" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "at" DATETIME NOT NULL,
    "type" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "actorKind" TEXT NOT NULL,
    "actorId" TEXT,
    "actorName" TEXT,
    "targetKind" TEXT,
    "targetId" TEXT,
    "targetName" TEXT,
    "clientId" TEXT,
    "clientName" TEXT,
    "address" TEXT,
    "requestId" TEXT,
    "details" TEXT NOT NULL
);

-- CreateTable
CREATE TABLE "AuditSeal" (
    "sequence" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "eventId" TEXT NOT NULL,
    "previousHash" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    CONSTRAINT "AuditSeal_eventId_fkey" FOREIGN KEY ("eventId") REFERENCES "AuditEvent" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "ConfigurationRevision" (
    "number" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "at" DATETIME NOT NULL,
    "source" TEXT NOT NULL,
    "actorKind" TEXT NOT NULL,
    "actorId" TEXT,
    "actorName" TEXT,
    "reason" TEXT
);

-- CreateTable
CREATE TABLE "ConfigurationChange" (
    "number" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "section" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "before" TEXT,
    "after" TEXT,

    PRIMARY KEY ("number", "position"),
    CONSTRAINT "ConfigurationChange_number_fkey" FOREIGN KEY ("number") REFERENCES "ConfigurationRevision" ("number") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "AuditEvent_type_id_idx" ON "AuditEvent"("type", "id");

-- CreateIndex
CREATE INDEX "AuditEvent_outcome_id_idx" ON "AuditEvent"("outcome", "id");

-- CreateIndex
CREATE INDEX "AuditEvent_actorId_id_idx" ON "AuditEvent"("actorId", "id");

-- CreateIndex
CREATE INDEX "AuditEvent_targetId_id_idx" ON "AuditEvent"("targetId", "id");

-- CreateIndex
CREATE INDEX "AuditEvent_clientId_id_idx" ON "AuditEvent"("clientId", "id");

-- CreateIndex
CREATE INDEX "AuditEvent_address_id_idx" ON "AuditEvent"("address", "id");

-- CreateIndex
CREATE INDEX "AuditEvent_requestId_idx" ON "AuditEvent"("requestId");

-- CreateIndex
CREATE UNIQUE INDEX "AuditSeal_eventId_key" ON "AuditSeal"("eventId");

-- CreateIndex
CREATE INDEX "ConfigurationRevision_at_idx" ON "ConfigurationRevision"("at");

-- CreateIndex
CREATE INDEX "ConfigurationChange_section_key_number_idx" ON "ConfigurationChange"("section", "key", "number");
