-- AlterTable
ALTER TABLE "Session" ADD COLUMN "proofs" TEXT NOT NULL DEFAULT '[]';
ALTER TABLE "Session" ADD COLUMN "isSpared" BOOLEAN NOT NULL DEFAULT false;

-- What an earlier version knew of a sign-in: a password, or a provider with the values of its ID token.
UPDATE "Session" SET "proofs" = CASE
  WHEN "idp" = 'local' THEN '[{"factor":"password","at":"' || "authTime" || '"}]'
  WHEN trim(replace("amr", 'external', '')) = '' THEN
    '[{"factor":"provider","provider":"' || "idp" || '","amr":[],"level":1,"at":"' || "authTime" || '"}]'
  ELSE '[{"factor":"provider","provider":"' || "idp" || '","amr":["'
    || replace(trim(replace("amr", 'external', '')), ' ', '","') || '"],"level":1,"at":"' || "authTime" || '"}]'
END;

-- AlterTable
ALTER TABLE "Session" DROP COLUMN "acr";
ALTER TABLE "Session" DROP COLUMN "amr";
