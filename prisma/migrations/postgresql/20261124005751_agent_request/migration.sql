-- CreateTable
CREATE TABLE "AgentRequest" (
    "clientId" TEXT NOT NULL,
    "sub" TEXT NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "AgentRequest_pkey" PRIMARY KEY ("clientId","sub")
);

-- CreateIndex
CREATE INDEX "AgentRequest_sub_idx" ON "AgentRequest"("sub");

-- CreateIndex
CREATE INDEX "AgentRequest_expiresAt_idx" ON "AgentRequest"("expiresAt");

-- AddForeignKey
ALTER TABLE "AgentRequest" ADD CONSTRAINT "AgentRequest_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "Client"("clientId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AgentRequest" ADD CONSTRAINT "AgentRequest_sub_fkey" FOREIGN KEY ("sub") REFERENCES "User"("sub") ON DELETE CASCADE ON UPDATE CASCADE;
