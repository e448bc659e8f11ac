import { closeSync, fdatasync, openSync } from 'node:fs';
import { promisify } from 'node:util';
import { DatabaseUnavailable } from './database-errors';

/** The write-ahead log of a SQLite file. */
export type SqliteLog = {
  /**
   * Waits until everything that was committed before the call is on the disk, without blocking the event loop. Calls
   * that arrive while the disk is busy share the next wait.
   * @throws the first error of the disk, in every later call too, because the content of the disk is then unknown
   */
  readonly flush: () => Promise<void>;
  /** @throws DatabaseUnavailable after the first error of the disk */
  readonly verifyIntact: () => void;
  readonly close: () => Promise<void>;
};

/**
 * Opens the log of a database file. A connection must keep the file open, because it created the log and keeps it.
 * SQLite locks the file and its index but never the log, so closing our own descriptor releases no lock.
 * @param flushFile waits until the data written to a descriptor is on the disk
 */
export function openSqliteLog(file: string, flushFile = promisify(fdatasync)): SqliteLog {
  const descriptor = openSync(`${file}-wal`, 'r+');
  let last: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;
  let failure: unknown = null;

  const start = () => {
    next = null;
    last = flushFile(descriptor);
    last.catch((error: unknown) => {
      failure = error;
    });
    return last;
  };
  const flush = () => {
    // After a failure `last` stays rejected, so no further flush starts.
    next ??= last.then(start);
    return next;
  };
  return {
    flush,
    verifyIntact() {
      if (failure === null) return;
      throw new DatabaseUnavailable('the disk failed; writes are refused until you restart the server', {
        cause: failure,
      });
    },
    async close() {
      await flush().catch(() => undefined);
      closeSync(descriptor);
    },
  };
}
