-- AlterTable
ALTER TABLE "Consent" ADD COLUMN     "claims" TEXT;

-- AlterTable
ALTER TABLE "Grant" ADD COLUMN     "tenant" TEXT;

-- An empty list meant any tenant; now it is said.
UPDATE "User" SET "tenants" = '"all"' WHERE "tenants" = '[]';

-- The people of a tenant's client came under that tenant.
UPDATE "Grant" SET "tenant" = (SELECT "Client"."tenant" FROM "Client" WHERE "Client"."clientId" = "Grant"."clientId")
WHERE "clientId" IN (SELECT "clientId" FROM "Client" WHERE "tenant" IS NOT NULL);
