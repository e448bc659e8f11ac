-- AlterTable
ALTER TABLE "DeviceRequest" ADD COLUMN "codeHash" TEXT;

-- CreateIndex
CREATE INDEX "DeviceRequest_codeHash_idx" ON "DeviceRequest"("codeHash");
