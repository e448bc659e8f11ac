import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { DatabaseUnavailable } from './database-errors';
import type { WriteLock } from './write-lock';

/**
 * Watches that the path of an open database still leads to the file that is open, and the path of its log to the log. A
 * file that was deleted, replaced or covered by a mount can be written until the process ends, and nothing of it is there
 * at the next start.
 * @returns a function that throws DatabaseUnavailable while a path leads elsewhere
 */
export function watchSqliteFile(file: string): () => void {
  const paths = [file, `${file}-wal`].map((path) => resolve(path));
  const opened = new Map<string, string>();
  return () => {
    for (const path of paths) {
      const found = identify(path);
      const own = opened.get(path);
      if (own === undefined) {
        // The log appears with the first connection.
        if (found !== null) opened.set(path, found);
      } else if (found !== own) {
        const what = found === null ? 'is gone' : 'is another file';
        throw new DatabaseUnavailable(`${path} ${what}, and the server refuses to write to the one it has open`);
      }
    }
  };
}

/** Does not open the file: closing it would release this process's locks on it (POSIX). */
function identify(path: string): string | null {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? null : `${found.dev} ${found.ino}`;
}

/** The turn to write, which nobody gets while `verify` throws. */
export function guardedLock(lock: WriteLock, verify: () => void): WriteLock {
  return {
    async acquire(timeoutMs) {
      verify();
      return lock.acquire(timeoutMs);
    },
  };
}
