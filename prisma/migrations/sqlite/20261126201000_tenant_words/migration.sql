-- The words of people who list tenants are written again, with their tenants, by the job that writes words.
DELETE FROM "UserWord" WHERE "sub" IN (SELECT "sub" FROM "User" WHERE "tenants" LIKE '[%');
UPDATE "User" SET "hasWords" = false WHERE "tenants" LIKE '[%';
