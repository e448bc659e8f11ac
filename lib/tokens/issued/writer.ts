import type { Logger } from '#lib/log/log';
import type { Counted, Tally } from './tally';

const everyMs = 60_000;

type Parts = {
  readonly tally: Tally;
  /** @throws what the database throws: nothing of it was counted */
  readonly write: (counted: Counted) => Promise<void>;
  readonly log: Pick<Logger, 'warn'>;
};

/**
 * Writes once a minute what this process issued: a few statements, however much it was.
 * @returns writes what is left and ends
 */
export function startTallyWriter({ tally, write, log }: Parts): () => Promise<void> {
  let running: Promise<void> | null = null;
  const flush = async () => {
    const counted = tally.take();
    if (counted.hours.length === 0 && counted.active.length === 0) return;
    try {
      await write(counted);
    } catch (error) {
      log.warn({ err: error }, 'could not count the issued tokens');
      tally.putBack(counted);
    }
  };
  const timer = setInterval(() => {
    running ??= flush().finally(() => {
      running = null;
    });
  }, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
    await flush();
  };
}
