import type { Database } from '#lib/db/database';
import { isUniqueViolation } from '#lib/db/transaction';
import { readClock } from '#lib/http/clock';
import type { Logger } from '#lib/log/log';
import { continueChain } from './chain';
import { markUnsealed, takeUnsealed } from './pending';
import { addSeals, findLastSeal, listUnsealed } from './store';

const batchSize = 200;
const periodMs = 1000;
/** A transaction that commits after the look is found by the next of these: so many periods. */
const lookAnywayPeriods = 30;

/**
 * Adds the events that stand outside the hash chain to it. Several processes may do so at once: the number of a seal
 * is unique, so one of them wins and the others leave the rest to it.
 * @returns how many were sealed
 */
export async function sealEvents(db: Database, now: Date): Promise<number> {
  for (let total = 0; ; ) {
    const last = await findLastSeal(db);
    const events = await listUnsealed(db, last && earlier(last.at, now), batchSize);
    if (events.length === 0) return total;
    try {
      await addSeals(db, continueChain(last, events));
    } catch (error) {
      if (isUniqueViolation(error)) return total;
      throw error;
    }
    total += events.length;
  }
}

/** A clock that once ran ahead leaves a last event of the future, and what follows comes before it. */
function earlier(one: Date, other: Date): Date {
  return one < other ? one : other;
}

/**
 * Seals once a second what this process recorded, and now and then what others left, off the request path.
 * @returns ends it and seals what is left
 */
export function startSealer(db: Database, log: Pick<Logger, 'warn'>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let periods = 0;
  const run = () => {
    periods += 1;
    if (!takeUnsealed() && periods % lookAnywayPeriods !== 0) return;
    running ??= sealAndLog(db, log).finally(() => {
      running = null;
    });
  };
  const timer = setInterval(run, periodMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
    await sealAndLog(db, log);
  };
}

async function sealAndLog(db: Database, log: Pick<Logger, 'warn'>): Promise<void> {
  try {
    await sealEvents(db, readClock());
  } catch (error) {
    markUnsealed();
    log.warn({ err: error }, 'could not seal the audit log');
  }
}
