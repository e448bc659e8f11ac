import { closeSync, openSync } from 'node:fs';

/**
 * Creates an empty file that only its owner can read, unless it exists. SQLite would create one that everyone can read;
 * it gives its log the permissions of the database. The permissions of an existing file stay, because an operator may
 * have chosen them. If the file cannot be created, SQLite reports the error later.
 */
export function createPrivateFile(path: string): void {
  try {
    // `wx` never opens an existing file. Closing one would release this process's locks on it (POSIX).
    closeSync(openSync(path, 'wx', 0o600));
  } catch {
    return;
  }
}
