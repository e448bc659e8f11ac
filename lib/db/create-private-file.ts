import { closeSync, openSync } from 'node:fs';

/**
 * Creates an empty file that only its owner can read, where there is none yet. SQLite would create one that everybody can
 * read; it gives the log beside a database the permissions of the database. The permissions of an existing file stay,
 * because an operator may have chosen them. A file that cannot be created is left for SQLite to report.
 */
export function createPrivateFile(path: string): void {
  try {
    // `wx` never opens an existing file: closing one would end the locks that this process has on it (POSIX).
    closeSync(openSync(path, 'wx', 0o600));
  } catch {
    return;
  }
}
