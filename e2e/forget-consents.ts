import { join } from 'node:path';
import Database from 'better-sqlite3';

/** Deletes every remembered consent, so that every sign-in asks for it again. */
export function forgetConsents(folder: string): void {
  const database = new Database(join(folder, 'signet.db'));
  database.exec('DELETE FROM "Consent"');
  database.close();
}
