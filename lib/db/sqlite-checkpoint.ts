import { once } from 'node:events';
import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

/** In bytes. When the log is longer, its pages are copied into the file. */
const longLog = 4_000_000;

/** In bytes. If the log is longer, others write all the time, and have to wait once until it can begin anew. */
const tooLongLog = 4 * longLog;

/**
 * For connections that write. The log is cut to a length when it begins anew, so its size tells how much of it is in use.
 * A connection copies the pages itself, in the event loop, only if the thread did not for very long.
 */
export const logPragmas = `PRAGMA journal_size_limit = ${longLog}; PRAGMA wal_autocheckpoint = 16384;`;

/** A thread cannot be bundled, so it loads the driver itself. It keeps no connection open. */
const script = `
  const { statSync } = require('node:fs');
  const { parentPort, workerData: { driver, file, tooLongLog } } = require('node:worker_threads');
  const Database = require(driver);
  parentPort.on('message', () => {
    try {
      const connection = new Database(file, { fileMustExist: true, timeout: 1000 });
      try {
        connection.pragma('wal_checkpoint(PASSIVE)');
        if (statSync(file + '-wal').size > tooLongLog) connection.pragma('wal_checkpoint(RESTART)');
      } finally {
        connection.close();
      }
    } catch {
      // It is tried again. The writers get the errors of the disk.
    }
    parentPort.postMessage(null);
  });
`;

const everyMs = 100;

/**
 * Copies the pages of the write-ahead log into the file in a thread. The driver would do that at the end of a commit, and
 * hold the event loop for as long as the disk takes: for up to half a second after many deletions.
 * @param verifyFile throws while the path does not lead to the open file
 */
export function startCheckpoints(file: string, verifyFile: () => void): { readonly stop: () => Promise<void> } {
  let worker: Worker | null = null;
  let underWay: Promise<unknown> | null = null;
  const copy = async () => {
    try {
      verifyFile();
      worker ??= startThread(file);
      const done = once(worker, 'message');
      worker.postMessage(null);
      await done;
    } catch {
      // The thread ended, or the file is gone, which the writers find too.
      await worker?.terminate();
      worker = null;
    }
    underWay = null;
  };
  const timer = setInterval(() => {
    if (underWay === null && sizeOf(`${file}-wal`) > longLog) underWay = copy();
  }, everyMs);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await underWay;
      await worker?.terminate();
    },
  };
}

/** Opens nothing: closing a file would release this process's locks on it (POSIX). */
function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function startThread(file: string): Worker {
  const driver = createRequire(join(process.cwd(), 'package.json')).resolve('better-sqlite3');
  const worker = new Worker(script, { eval: true, workerData: { driver, file, tooLongLog }, env: {}, execArgv: [] });
  worker.unref();
  return worker;
}
