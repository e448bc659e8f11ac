-- CreateTable
CREATE TABLE "Trace" (
    "id" TEXT NOT NULL,
    "clientId" TEXT NOT NULL,
    "actorId" TEXT,
    "actorName" TEXT NOT NULL,
    "startedAt" TIMESTAMP(3) NOT NULL,
    "endsAt" TIMESTAMP(3) NOT NULL,
    "stoppedBy" TEXT,
    "seen" INTEGER NOT NULL DEFAULT 0,
    "expiresAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Trace_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "TraceStep" (
    "id" TEXT NOT NULL,
    "traceId" TEXT NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,
    "endpoint" TEXT NOT NULL,
    "status" INTEGER NOT NULL,
    "outcome" TEXT NOT NULL,
    "failed" BOOLEAN NOT NULL,
    "detail" TEXT NOT NULL,

    CONSTRAINT "TraceStep_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "TraceMark" (
    "stepId" TEXT NOT NULL,
    "mark" TEXT NOT NULL,
    "traceId" TEXT NOT NULL,

    CONSTRAINT "TraceMark_pkey" PRIMARY KEY ("stepId","mark")
);

-- CreateIndex
CREATE INDEX "Trace_clientId_startedAt_idx" ON "Trace"("clientId", "startedAt");

-- CreateIndex
CREATE INDEX "Trace_startedAt_idx" ON "Trace"("startedAt");

-- CreateIndex
CREATE INDEX "Trace_endsAt_idx" ON "Trace"("endsAt");

-- CreateIndex
CREATE INDEX "Trace_expiresAt_idx" ON "Trace"("expiresAt");

-- CreateIndex
CREATE INDEX "TraceStep_traceId_id_idx" ON "TraceStep"("traceId", "id");

-- CreateIndex
CREATE INDEX "TraceMark_mark_idx" ON "TraceMark"("mark");

-- AddForeignKey
ALTER TABLE "Trace" ADD CONSTRAINT "Trace_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "Client"("clientId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "TraceStep" ADD CONSTRAINT "TraceStep_traceId_fkey" FOREIGN KEY ("traceId") REFERENCES "Trace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "TraceMark" ADD CONSTRAINT "TraceMark_stepId_fkey" FOREIGN KEY ("stepId") REFERENCES "TraceStep"("id") ON DELETE CASCADE ON UPDATE CASCADE;
