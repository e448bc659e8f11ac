import { setTimeout as delay } from 'node:timers/promises';

/** Deletes, counts or fills at most this many rows. @returns how many */
type Batch = (limit: number) => Promise<{ readonly count: number }>;

export type DrainOptions = {
  readonly now: () => number;
  readonly pause: (milliseconds: number) => Promise<unknown>;
  /** Stops after the current batch. */
  readonly signal?: AbortSignal;
};

/** In rows. The first batch is small, because the number of rows that a cascade deletes is not known before. */
const firstLimit = 20;
const maximumLimit = 1000;

/** In milliseconds. Other writers wait for a batch, so it has to be short. */
const longBatchMs = 50;
const shortestPauseMs = 5;

/** In milliseconds. After that the next one gets its turn, and the rest follows a minute later. */
const turnMs = 50_000;

const usual: DrainOptions = { now: () => performance.now(), pause: (milliseconds) => delay(milliseconds) };

/**
 * Works through rows in short batches, and pauses after each batch for as long as it took, so at least half of the time
 * is left for requests. The pause is a timer, because a driver that answers synchronously would otherwise block the
 * process until the last row is done.
 * @returns the number of rows: all of them, or those done within 50 seconds or before the signal
 * @throws what `doBatch` throws; earlier batches stay done
 */
export async function drain(doBatch: Batch, options: Partial<DrainOptions> = {}): Promise<number> {
  const { now, pause, signal }: DrainOptions = { ...usual, ...options };
  const end = now() + turnMs;
  let limit = firstLimit;
  for (let total = 0; ; ) {
    const start = now();
    const { count } = await doBatch(limit);
    const tookMs = now() - start;
    total += count;
    if (count < limit || now() >= end || signal?.aborted) return total;
    limit = nextLimit(limit, tookMs);
    await pause(Math.max(tookMs, shortestPauseMs));
  }
}

function nextLimit(limit: number, tookMs: number): number {
  if (tookMs > longBatchMs) return Math.max(1, Math.floor(limit / 2));
  return tookMs < longBatchMs / 2 ? Math.min(maximumLimit, limit * 2) : limit;
}
