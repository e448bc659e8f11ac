import { join } from 'node:path';
import Database from 'better-sqlite3';

/** Expires all open interactions without waiting. */
export function expireInteractions(folder: string): void {
  expire(folder, 'Interaction', 'startedAt');
}

/** Expires all waiting device requests. */
export function expireDevices(folder: string): void {
  expire(folder, 'DeviceRequest', 'createdAt');
}

/** Ages all sign-ins, so that the administration asks for a recent proof. */
export function ageProofs(folder: string): void {
  const before = new Date(Date.now() - 40 * 60_000).toISOString().replace('Z', '+00:00');
  const database = new Database(join(folder, 'signet.db'));
  database.prepare('UPDATE "Session" SET "authTime" = ?, "confirmedAt" = NULL, "provenUseAt" = NULL').run(before);
  database.close();
}

function expire(folder: string, table: string, began: string): void {
  const database = new Database(join(folder, 'signet.db'));
  database.exec(`UPDATE "${table}" SET "expiresAt" = "${began}"`);
  database.close();
}
