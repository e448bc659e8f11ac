import type { Database } from '#lib/db/database';
import { readClock } from '#lib/http/clock';
import type { Logger } from '#lib/log/log';
import { batchesOf } from '#lib/vocabulary/batches';
import { takeUses } from './note-use';
import { beginRecording, saveUses } from './store';

const periodMs = 60_000;

/** Writes down what was noted since it was called last. @throws what the database throws: what was not written is noted again in an hour */
export async function writeUses(db: Database): Promise<void> {
  for (const batch of batchesOf(takeUses(db))) await saveUses(db, batch);
}

/**
 * Writes down the uses of clients once a minute, off the request path.
 * @returns ends it and writes what waits
 */
export function startUseWriter(db: Database, log: Pick<Logger, 'warn'>): () => Promise<void> {
  let running: Promise<void> | null = null;
  const run = () => {
    running ??= writeAndLog(db, log).finally(() => {
      running = null;
    });
    return running;
  };
  const timer = setInterval(run, periodMs);
  timer.unref();
  const begun = beginRecording(db, readClock()).catch((error: unknown) => warn(log, error));
  return async () => {
    clearInterval(timer);
    await begun;
    await running;
    await run();
  };
}

async function writeAndLog(db: Database, log: Pick<Logger, 'warn'>): Promise<void> {
  try {
    await writeUses(db);
  } catch (error) {
    warn(log, error);
  }
}

function warn(log: Pick<Logger, 'warn'>, error: unknown): void {
  log.warn({ err: error }, 'could not write down which clients are used');
}
