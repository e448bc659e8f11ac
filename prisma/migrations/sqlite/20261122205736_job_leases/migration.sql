-- CreateTable
CREATE TABLE "JobLease" (
    "job" TEXT NOT NULL PRIMARY KEY,
    "holder" TEXT NOT NULL,
    "until" DATETIME NOT NULL
);
