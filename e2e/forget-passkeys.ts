import { join } from 'node:path';
import Database from 'better-sqlite3';

/** Deletes all passkeys. */
export function forgetPasskeys(folder: string): void {
  const database = new Database(join(folder, 'signet.db'));
  database.exec(
    'DELETE FROM "Passkey"; DELETE FROM "RecoveryCode"; DELETE FROM "TrustedDevice"; UPDATE "User" SET "twoStep" = 0',
  );
  database.close();
}
