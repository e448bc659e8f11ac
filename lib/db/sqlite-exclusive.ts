import { setTimeout as delay } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import { createPrivateFile } from './create-private-file';
import { isConflict } from './database-errors';

const patienceMs = 60_000;

/**
 * Runs `work` while no other process does so for the same database. The lock is a transaction on an empty file next to
 * the database, so `work` can write, and the operating system releases the lock if the process dies. Only its owner can
 * open the file, so no other account of the machine can take the lock.
 * @throws if another process holds the lock for a minute
 */
export async function sqliteExclusively<T>(file: string, work: () => Promise<T>): Promise<T> {
  const lockFile = `${file}-lock`;
  createPrivateFile(lockFile);
  const connection = new BetterSqlite3(lockFile, { timeout: 0 });
  try {
    await beginExclusive(connection);
    return await work();
  } finally {
    connection.close();
  }
}

async function beginExclusive(connection: BetterSqlite3.Database): Promise<void> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    try {
      connection.exec('BEGIN EXCLUSIVE');
      return;
    } catch (error) {
      if (!isConflict(error) || performance.now() > deadline) throw error;
    }
    await delay(20);
  }
}
