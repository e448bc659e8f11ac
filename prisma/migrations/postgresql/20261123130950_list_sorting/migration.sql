-- CreateIndex
CREATE INDEX "ClientUse_kind_lastUsedAt_idx" ON "ClientUse"("kind", "lastUsedAt");

-- CreateIndex
CREATE INDEX "User_createdAt_usernameKey_idx" ON "User"("createdAt", "usernameKey");
