import { lstat, open, rename, rm } from 'node:fs/promises';
import BetterSqlite3 from 'better-sqlite3';
import { createId } from '#lib/crypto/random';
import { sqliteFile } from './open-sqlite';

/**
 * Copies a SQLite database as of one moment into a new file that only its owner can read. Processes that use the
 * database continue to read and write. The copy is checked and flushed to disk under another name first: what an
 * interrupted copy leaves is a valid database without tables, and nobody may take it for the backup.
 * @param databaseUrl `file:` and a path
 * @param target must not exist
 * @returns the size of the copy in bytes
 * @throws if there is no such database, if the target exists (`EEXIST`) or cannot be written, or if the copy is damaged
 */
export async function backupSqlite(databaseUrl: string, target: string): Promise<number> {
  const source = new BetterSqlite3(sqliteFile(databaseUrl), { readonly: true, fileMustExist: true, timeout: 30_000 });
  const draft = `${target}.${createId()}.partial`;
  try {
    await refuseExisting(target);
    // SQLite accepts an empty file. If it created the file, everyone could read it.
    await (await open(draft, 'wx', 0o600)).close();
    source.prepare('VACUUM INTO ?').run(draft);
    checkCopy(draft);
    const bytes = await flush(draft);
    await refuseExisting(target);
    await rename(draft, target);
    return bytes;
  } finally {
    source.close();
    await rm(draft, { force: true });
  }
}

async function refuseExisting(path: string): Promise<void> {
  const found = await lstat(path).catch(() => null);
  if (found !== null) throw Object.assign(new Error('it already exists'), { code: 'EEXIST' });
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
