-- CreateTable
CREATE TABLE "AgentRequest" (
    "clientId" TEXT NOT NULL,
    "sub" TEXT NOT NULL,
    "expiresAt" DATETIME NOT NULL,

    PRIMARY KEY ("clientId", "sub"),
    CONSTRAINT "AgentRequest_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "Client" ("clientId") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "AgentRequest_sub_fkey" FOREIGN KEY ("sub") REFERENCES "User" ("sub") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "AgentRequest_sub_idx" ON "AgentRequest"("sub");

-- CreateIndex
CREATE INDEX "AgentRequest_expiresAt_idx" ON "AgentRequest"("expiresAt");
