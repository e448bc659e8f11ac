import { once } from 'node:events';
import { type Stats, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

/** In bytes. The pages of the log are copied into the file whenever it has grown by so much. */
const longLog = 4_000_000;

/** In milliseconds. What was written since then is copied if nothing more comes. */
const restMs = 1_000;

/**
 * For connections that write. The log is cut to a length when it begins again, so its size tells how much of it is in use.
 * It begins again if all of it was copied before somebody writes. While many write, that is when a commit copies the last
 * pages, in the event loop: few, because the thread copied the others.
 */
export const logPragmas = `PRAGMA journal_size_limit = ${longLog}; PRAGMA wal_autocheckpoint = 8192;`;

/** A thread cannot be bundled, so it loads the driver itself. It keeps no connection open. */
const script = `
  const { parentPort, workerData: { driver, file } } = require('node:worker_threads');
  const Database = require(driver);
  parentPort.on('message', () => {
    try {
      const connection = new Database(file, { fileMustExist: true, timeout: 0 });
      try {
        connection.pragma('wal_checkpoint(PASSIVE)');
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
  let last = { size: 0, mtimeMs: 0, at: 0 };
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
    if (underWay !== null) return;
    const { size, mtimeMs } = sizeOf(`${file}-wal`);
    if (size < last.size) last = { ...last, size: 0 };
    const hasRest = mtimeMs !== last.mtimeMs && performance.now() - last.at > restMs;
    if (size <= longLog || (size <= last.size + longLog && !hasRest)) return;
    last = { size, mtimeMs, at: performance.now() };
    underWay = copy();
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
function sizeOf(path: string): Pick<Stats, 'size' | 'mtimeMs'> {
  return statSync(path, { throwIfNoEntry: false }) ?? { size: 0, mtimeMs: 0 };
}

function startThread(file: string): Worker {
  const driver = createRequire(join(process.cwd(), 'package.json')).resolve('better-sqlite3');
  const worker = new Worker(script, { eval: true, workerData: { driver, file }, env: {}, execArgv: [] });
  worker.unref();
  return worker;
}
