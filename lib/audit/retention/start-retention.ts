import type { Database } from '#lib/db/database';
import { readClock } from '#lib/http/clock';
import type { Logger } from '#lib/log/log';
import { purgeEvents } from './purge-events';

const periodMs = 600_000;

type Retention = {
  readonly db: Database;
  /** For how many days events are kept now; null for ever. */
  readonly days: () => Promise<number | null>;
  readonly log: Pick<Logger, 'warn'>;
};

/**
 * Removes events that are too old every ten minutes, off the request path.
 * @returns ends it; resolves when the running removal is through
 */
export function startRetention(retention: Retention): () => Promise<void> {
  let running: Promise<void> | null = null;
  const timer = setInterval(() => {
    running ??= purgeAndLog(retention).finally(() => {
      running = null;
    });
  }, periodMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

async function purgeAndLog({ db, days, log }: Retention): Promise<void> {
  try {
    const kept = await days();
    if (kept !== null) await purgeEvents(db, kept, readClock());
  } catch (error) {
    log.warn({ err: error }, 'could not remove old events of the audit log');
  }
}
