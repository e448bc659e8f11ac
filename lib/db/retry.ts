import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseUnavailable, isConflict } from './database-errors';

/** Where transactions are serializable, those of one account undo each other: four were too few for six people at once. */
const attempts = 10;
/** After so many losses, the transactions of this process wait for each other. Before, they only pause. */
const lossesAtOnce = 2;
/** The longest pause, in milliseconds. */
const longestPauseMs = 500;
/** In milliseconds after the first attempt: no attempt starts later. */
const deadlineMs = 5_000;

/**
 * Runs `work`, and retries it if the database asks for it (serialization failure, deadlock, busy file): at most nine
 * times, after a random pause, within 5 seconds. Those that lose again and again take turns.
 * @param work changes nothing in the database if it fails, and nothing outside of it
 * @throws DatabaseUnavailable (`code: 'database_unavailable'`) if every attempt lost; other errors unchanged
 */
export async function retryConflicts<T>(work: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + deadlineMs;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await (attempt <= lossesAtOnce ? work() : afterFormer(work));
    } catch (error) {
      if (!isConflict(error)) throw error;
      if (attempt === attempts || performance.now() > deadline) {
        throw new DatabaseUnavailable('the transaction lost against others each time', { cause: error });
      }
    }
    await delay(pauseMs(attempt));
  }
}

/** Doubles with each attempt; the random part keeps conflicting transactions from meeting again. */
function pauseMs(attempt: number): number {
  return randomInt(1, Math.min(longestPauseMs, 10 * 2 ** attempt));
}

let former: Promise<unknown> = Promise.resolve();

/**
 * Runs `work` once the one before it is over, so that they do not undo each other. It waits no longer than the longest
 * pause: the one before may hang, or be what this one is a part of.
 */
function afterFormer<T>(work: () => Promise<T>): Promise<T> {
  const own = Promise.race([former, delay(longestPauseMs)]).then(work);
  former = own.catch(() => undefined);
  return own;
}
