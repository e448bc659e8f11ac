-- AlterTable
ALTER TABLE "IdentityProvider" ADD COLUMN "logo" TEXT;
ALTER TABLE "IdentityProvider" ADD COLUMN "logoDark" TEXT;
