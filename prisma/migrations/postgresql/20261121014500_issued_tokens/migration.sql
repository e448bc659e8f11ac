-- CreateTable
CREATE TABLE "IssuedTokens" (
    "hour" TIMESTAMP(3) NOT NULL,
    "people" INTEGER NOT NULL,
    "clients" INTEGER NOT NULL,

    CONSTRAINT "IssuedTokens_pkey" PRIMARY KEY ("hour")
);

-- CreateTable
CREATE TABLE "ActivePerson" (
    "day" TIMESTAMP(3) NOT NULL,
    "sub" TEXT NOT NULL,

    CONSTRAINT "ActivePerson_pkey" PRIMARY KEY ("day","sub")
);
