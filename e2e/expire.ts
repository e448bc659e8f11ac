import { join } from 'node:path';
import Database from 'better-sqlite3';

/** Lets what people are in the middle of run out of time, without waiting for it. */
export function expireInteractions(folder: string): void {
  expire(folder, 'Interaction', 'startedAt');
}

/** The same for the devices that wait. */
export function expireDevices(folder: string): void {
  expire(folder, 'DeviceRequest', 'createdAt');
}

function expire(folder: string, table: string, began: string): void {
  const database = new Database(join(folder, 'signet.db'));
  database.exec(`UPDATE "${table}" SET "expiresAt" = "${began}"`);
  database.close();
}
