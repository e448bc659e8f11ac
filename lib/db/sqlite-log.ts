import { closeSync, fdatasync, openSync } from 'node:fs';
import { promisify } from 'node:util';

/** The write-ahead log of a SQLite file. */
export type SqliteLog = {
  /**
   * Waits until everything that was committed before the call is on the disk, without blocking the event loop. Calls
   * that come while the disk is busy share the next wait.
   * @throws the error of the disk, from its first failure on: after one, the content of the disk is unknown
   */
  readonly flush: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/**
 * Opens the log of a file that a connection holds open, which made the log and keeps it. SQLite locks the file and its
 * index but never the log, so a descriptor of our own takes no lock away.
 * @param flushFile waits until what was written to a descriptor is on the disk
 */
export function openSqliteLog(file: string, flushFile = promisify(fdatasync)): SqliteLog {
  const descriptor = openSync(`${file}-wal`, 'r+');
  let last: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;

  const start = () => {
    next = null;
    last = flushFile(descriptor);
    return last;
  };
  const flush = () => {
    // After a failure `last` stays rejected, and nothing starts again.
    next ??= last.then(start);
    return next;
  };
  return {
    flush,
    async close() {
      await flush().catch(() => undefined);
      closeSync(descriptor);
    },
  };
}
