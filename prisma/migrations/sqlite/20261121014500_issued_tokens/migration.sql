-- CreateTable
CREATE TABLE "IssuedTokens" (
    "hour" DATETIME NOT NULL PRIMARY KEY,
    "people" INTEGER NOT NULL,
    "clients" INTEGER NOT NULL
);

-- CreateTable
CREATE TABLE "ActivePerson" (
    "day" DATETIME NOT NULL,
    "sub" TEXT NOT NULL,

    PRIMARY KEY ("day", "sub")
);
