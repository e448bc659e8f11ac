-- AlterTable
ALTER TABLE "Client" ADD COLUMN     "documentExpiresAt" TIMESTAMP(3),
ADD COLUMN     "documentHash" TEXT;

-- AlterTable
ALTER TABLE "Portal" ADD COLUMN     "agents" TEXT NOT NULL DEFAULT '{}',
ADD COLUMN     "clientIdMetadataDocuments" TEXT NOT NULL DEFAULT 'off';

-- CreateTable
CREATE TABLE "DocumentRequest" (
    "hash" TEXT NOT NULL,
    "query" TEXT NOT NULL,

    CONSTRAINT "DocumentRequest_pkey" PRIMARY KEY ("hash")
);

-- AddForeignKey
ALTER TABLE "DocumentRequest" ADD CONSTRAINT "DocumentRequest_hash_fkey" FOREIGN KEY ("hash") REFERENCES "Interaction"("hash") ON DELETE CASCADE ON UPDATE CASCADE;
