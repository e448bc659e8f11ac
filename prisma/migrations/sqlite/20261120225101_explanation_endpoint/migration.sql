-- CreateIndex
CREATE INDEX "Explanation_endpoint_createdAt_idx" ON "Explanation"("endpoint", "createdAt");
