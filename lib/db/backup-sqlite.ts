import { open, rm } from 'node:fs/promises';
import BetterSqlite3 from 'better-sqlite3';
import { sqliteFile } from './open-sqlite';

/**
 * Copies a SQLite database as of one moment into a new file that only its owner can read. Processes that use the
 * database continue to read and write. The copy is checked and flushed to disk before this returns.
 * @param databaseUrl `file:` and a path
 * @param target must not exist
 * @returns the size of the copy in bytes
 * @throws if there is no such database, if the target exists (`EEXIST`) or cannot be written, or if the copy is damaged
 */
export async function backupSqlite(databaseUrl: string, target: string): Promise<number> {
  const source = new BetterSqlite3(sqliteFile(databaseUrl), { readonly: true, fileMustExist: true, timeout: 30_000 });
  try {
    // SQLite accepts an empty file. If it created the file, everyone could read it.
    await (await open(target, 'wx', 0o600)).close();
    try {
      source.prepare('VACUUM INTO ?').run(target);
      checkCopy(target);
      return await flush(target);
    } catch (error) {
      await rm(target, { force: true });
      throw error;
    }
  } finally {
    source.close();
  }
}

function checkCopy(file: string): void {
  const copy = new BetterSqlite3(file, { readonly: true, fileMustExist: true });
  try {
    const result = copy.pragma('integrity_check', { simple: true });
    if (result !== 'ok') throw new Error(`the copy is damaged: ${result}`);
  } finally {
    copy.close();
  }
}

async function flush(file: string): Promise<number> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
    return (await handle.stat()).size;
  } finally {
    await handle.close();
  }
}
