import { join } from 'node:path';
import Database from 'better-sqlite3';

/** Forgets every remembered consent, so that everybody is asked. */
export function forgetConsents(folder: string): void {
  const database = new Database(join(folder, 'signet.db'));
  database.exec('DELETE FROM "Consent"');
  database.close();
}
