-- The page said that a remembered consent does not count for offline_access. Now it does, for those that are stored from here on.
DELETE FROM "Consent" WHERE "scope" = 'offline_access';

UPDATE "Consent" SET "scope" = trim(replace(' ' || "scope" || ' ', ' offline_access ', ' '))
WHERE ' ' || "scope" || ' ' LIKE '% offline_access %';
