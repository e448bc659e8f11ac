-- CreateTable
CREATE TABLE "UsageHour" (
    "hour" TIMESTAMP(3) NOT NULL,
    "metric" TEXT NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "UsageHour_pkey" PRIMARY KEY ("metric","hour")
);

-- CreateTable
CREATE TABLE "ClientUsage" (
    "clientId" TEXT NOT NULL,
    "unit" TEXT NOT NULL,
    "start" TIMESTAMP(3) NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "ClientUsage_pkey" PRIMARY KEY ("clientId","unit","start")
);

-- CreateTable
CREATE TABLE "UsageCursor" (
    "id" INTEGER NOT NULL,
    "sequence" INTEGER NOT NULL,

    CONSTRAINT "UsageCursor_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ActiveUser" (
    "sub" TEXT NOT NULL,
    "day" TIMESTAMP(3) NOT NULL,
    "hour" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "ActiveUser_pkey" PRIMARY KEY ("sub")
);

-- CreateTable
CREATE TABLE "OverviewSnapshot" (
    "range" TEXT NOT NULL,
    "zone" TEXT NOT NULL,
    "to" TIMESTAMP(3) NOT NULL,
    "content" TEXT NOT NULL,

    CONSTRAINT "OverviewSnapshot_pkey" PRIMARY KEY ("range","zone")
);

-- CreateIndex
CREATE INDEX "UsageHour_hour_idx" ON "UsageHour"("hour");

-- CreateIndex
CREATE INDEX "ClientUsage_unit_start_clientId_count_idx" ON "ClientUsage"("unit", "start", "clientId", "count");

-- CreateIndex
CREATE INDEX "ActiveUser_hour_idx" ON "ActiveUser"("hour");

-- CreateIndex
CREATE INDEX "OverviewSnapshot_to_idx" ON "OverviewSnapshot"("to");

-- AddForeignKey
ALTER TABLE "ActiveUser" ADD CONSTRAINT "ActiveUser_sub_fkey" FOREIGN KEY ("sub") REFERENCES "User"("sub") ON DELETE CASCADE ON UPDATE CASCADE;

-- Access tokens, active people and refused requests are counted when they are written: what was counted before is copied.
-- Events are counted by the background job, from the first one on.
INSERT INTO "UsageHour" ("hour", "metric", "count")
SELECT "hour", 'token.user', "people" FROM "IssuedTokens" WHERE "people" > 0
UNION ALL SELECT "hour", 'token.client', "clients" FROM "IssuedTokens" WHERE "clients" > 0
UNION ALL SELECT "day", 'user.active_day', count(*) FROM "ActivePerson" GROUP BY "day"
UNION ALL SELECT date_trunc('hour', "createdAt"), 'refused', count(*) FROM "Explanation" GROUP BY 1;

INSERT INTO "ActiveUser" ("sub", "day", "hour")
SELECT "sub", max("day"), max("day") FROM "ActivePerson"
WHERE "sub" IN (SELECT "sub" FROM "User") GROUP BY "sub";

-- DropTable
DROP TABLE "IssuedTokens";

-- DropTable
DROP TABLE "ActivePerson";
