-- AlterTable
ALTER TABLE "Session" ADD COLUMN "proofs" TEXT NOT NULL DEFAULT '[]', ADD COLUMN "isSpared" BOOLEAN NOT NULL DEFAULT false;

-- What an earlier version knew of a sign-in: a password, or a provider with the values of its ID token.
UPDATE "Session" SET "proofs" = CASE
  WHEN "idp" = 'local' THEN '[{"factor":"password","at":"' || to_char("authTime", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"}]'
  ELSE '[{"factor":"provider","at":"' || to_char("authTime", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '","provider":"' || "idp" || '","amr":['
    || CASE WHEN trim(replace("amr", 'external', '')) = '' THEN ''
       ELSE '"' || replace(trim(replace("amr", 'external', '')), ' ', '","') || '"' END
    || '],"level":1}]'
END;

-- AlterTable
ALTER TABLE "Session" DROP COLUMN "acr", DROP COLUMN "amr";
