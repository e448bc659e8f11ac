-- What is there is complete: no refusal of its minute comes any more. A key of its own leaves it alone.
UPDATE "Explanation" SET "groupKey" = "reference";

-- CreateTable
CREATE TABLE "ExplanationReference" (
    "reference" TEXT NOT NULL PRIMARY KEY,
    "first" TEXT NOT NULL,
    "network" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    CONSTRAINT "ExplanationReference_first_fkey" FOREIGN KEY ("first") REFERENCES "Explanation" ("reference") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "ExplanationReference_first_idx" ON "ExplanationReference"("first");

-- CreateIndex
CREATE INDEX "ExplanationReference_network_createdAt_idx" ON "ExplanationReference"("network", "createdAt");

-- CreateIndex
CREATE UNIQUE INDEX "Explanation_groupKey_key" ON "Explanation"("groupKey");

-- CreateIndex
CREATE INDEX "Explanation_network_createdAt_idx" ON "Explanation"("network", "createdAt");
