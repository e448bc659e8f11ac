-- CreateIndex
CREATE INDEX "UserIdentity_provider_lastUsedAt_idx" ON "UserIdentity"("provider", "lastUsedAt");
