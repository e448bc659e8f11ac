-- AlterTable
ALTER TABLE "IdentityProvider" ADD COLUMN     "logo" TEXT,
ADD COLUMN     "logoDark" TEXT;
