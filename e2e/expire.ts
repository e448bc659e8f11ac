import { join } from 'node:path';
import Database from 'better-sqlite3';

/** Expires the interactions under way, without waiting. */
export function expireInteractions(folder: string): void {
  expire(folder, 'Interaction', 'startedAt');
}

/** The same for waiting devices. */
export function expireDevices(folder: string): void {
  expire(folder, 'DeviceRequest', 'createdAt');
}

function expire(folder: string, table: string, began: string): void {
  const database = new Database(join(folder, 'signet.db'));
  database.exec(`UPDATE "${table}" SET "expiresAt" = "${began}"`);
  database.close();
}
