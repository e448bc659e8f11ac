-- AlterTable
ALTER TABLE "User" ADD COLUMN     "emailVerified" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "origin" TEXT NOT NULL DEFAULT 'administrator';

-- Who made the accounts that are there, as far as the audit log knows; nobody vouched for those people and providers made.
UPDATE "User" SET "origin" = 'sign_up' WHERE EXISTS (SELECT 1 FROM "AuditEvent" "e" WHERE "e"."type" = 'user.created'
  AND "e"."actorKind" = 'user' AND "e"."targetId" = "User"."sub" AND "e"."actorId" = "User"."sub"
  AND "e"."details" NOT LIKE '%"provider":%');
UPDATE "User" SET "origin" = 'provider' WHERE EXISTS (SELECT 1 FROM "AuditEvent" "e" WHERE "e"."type" = 'user.created'
  AND "e"."actorKind" = 'user' AND "e"."targetId" = "User"."sub" AND "e"."actorId" = "User"."sub"
  AND "e"."details" LIKE '%"provider":%');
UPDATE "User" SET "emailVerified" = true WHERE "canonicalEmail" IS NOT NULL
  AND "claims"::jsonb -> 'email_verified' = 'true'::jsonb;
