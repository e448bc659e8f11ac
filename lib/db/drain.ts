import { setTimeout as delay } from 'node:timers/promises';
import type { Dialect } from './statement';

/** Deletes, counts or fills at most this many rows. @returns how many */
type Batch = (limit: number) => Promise<{ readonly count: number }>;

export type DrainOptions = {
  readonly now: () => number;
  readonly pause: (milliseconds: number) => Promise<unknown>;
  /** A batch that took longer is followed by half of it. In milliseconds. On SQLite, the event loop waits for it. */
  readonly longBatchMs: number;
  /** Smaller batches are not worth their transaction, however long they take. */
  readonly smallestLimit: number;
  /** Stops after the current batch. */
  readonly signal?: AbortSignal;
};

/** The size of the first batch, in rows. It is small because the number of cascaded deletions is unknown. */
const firstLimit = 20;
const maximumLimit = 1000;

const shortestPauseMs = 5;

/**
 * The maximum duration of one run, in milliseconds. Then the next model gets its turn, and the rest follows a minute
 * later.
 */
const turnMs = 50_000;

const usual: DrainOptions = {
  longBatchMs: 20,
  smallestLimit: 1,
  now: () => performance.now(),
  pause: (milliseconds) => delay(milliseconds),
};

/**
 * For batches of several statements. On PostgreSQL, nobody waits for them, and the messages of a small one take longer
 * than its rows.
 */
export function severalStatements(
  dialect: Dialect,
  smallestLimit = 100,
): Pick<DrainOptions, 'longBatchMs' | 'smallestLimit'> {
  return { longBatchMs: dialect === 'postgresql' ? 200 : 20, smallestLimit };
}

/**
 * Works through rows in short batches, and pauses after each batch for as long as the batch took, so at least half of
 * the time is left for requests. The pause is a timer, because a driver that answers synchronously would otherwise
 * block the process until the last row is done.
 * @returns the number of processed rows: all of them, or those within 50 seconds or before the signal
 * @throws the errors of `doBatch`; earlier batches stay done
 */
export async function drain(doBatch: Batch, options: Partial<DrainOptions> = {}): Promise<number> {
  const { now, pause, signal, ...sizes }: DrainOptions = { ...usual, ...options };
  const end = now() + turnMs;
  let limit = Math.max(firstLimit, sizes.smallestLimit);
  for (let total = 0; ; ) {
    const start = now();
    const { count } = await doBatch(limit);
    const tookMs = now() - start;
    total += count;
    if (count < limit || now() >= end || signal?.aborted) return total;
    limit = nextLimit(limit, tookMs, sizes);
    await pause(Math.max(tookMs, shortestPauseMs));
  }
}

function nextLimit(
  limit: number,
  tookMs: number,
  { longBatchMs, smallestLimit }: Pick<DrainOptions, 'longBatchMs' | 'smallestLimit'>,
): number {
  if (tookMs > longBatchMs) return Math.max(smallestLimit, Math.floor(limit / 2));
  return tookMs < longBatchMs / 2 ? Math.min(maximumLimit, limit * 2) : limit;
}

/** The number of rows that a statement reads. The driver of SQLite lets requests in only between statements. */
const roundSize = 500;

/**
 * Reads a table in the order of a unique column, a round at a time.
 * @param read the next rows after a key; '' is before every key
 */
export async function* inRounds<Row>(
  read: (after: string, take: number) => Promise<readonly Row[]>,
  keyOf: (row: Row) => string,
): AsyncGenerator<Row> {
  for (let after = ''; ; ) {
    const rows = await read(after, roundSize);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < roundSize) return;
    after = keyOf(last);
  }
}
