-- AlterTable
ALTER TABLE "Client" ADD COLUMN     "defaultAcrValues" TEXT NOT NULL DEFAULT '[]',
ADD COLUMN     "minimumAcr" TEXT;

-- AlterTable
ALTER TABLE "IdentityProvider" ADD COLUMN     "acrMapping" TEXT NOT NULL DEFAULT '{}';

-- AlterTable
ALTER TABLE "Portal" ADD COLUMN     "accountDeletion" TEXT NOT NULL DEFAULT 'off',
ADD COLUMN     "acrAliases" TEXT NOT NULL DEFAULT '{}',
ADD COLUMN     "adminSecondFactor" TEXT NOT NULL DEFAULT 'optional',
ADD COLUMN     "emailCode" TEXT NOT NULL DEFAULT 'off',
ADD COLUMN     "emailSecondFactor" TEXT NOT NULL DEFAULT 'off',
ADD COLUMN     "identifiers" TEXT NOT NULL DEFAULT '["username","email"]',
ADD COLUMN     "passkeys" TEXT NOT NULL DEFAULT 'on',
ADD COLUMN     "passwordMinLength" INTEGER NOT NULL DEFAULT 15,
ADD COLUMN     "recovery" TEXT NOT NULL DEFAULT 'email',
ADD COLUMN     "secondFactor" TEXT NOT NULL DEFAULT 'optional',
ADD COLUMN     "trustedDeviceDays" INTEGER NOT NULL DEFAULT 30;

-- AlterTable
ALTER TABLE "Tenant" ADD COLUMN     "emailCode" TEXT,
ADD COLUMN     "identifiers" TEXT,
ADD COLUMN     "secondFactor" TEXT;
