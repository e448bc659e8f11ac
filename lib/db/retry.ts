import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseUnavailable, isConflict } from './database-errors';

/**
 * Serializable transactions of one account conflict with each other. Four attempts were too few for six concurrent
 * people.
 */
const attempts = 10;
/** After this many conflicts, the transactions of this process wait for each other. Before, they only pause. */
const lossesAtOnce = 2;
/** The longest pause, in milliseconds. */
const longestPauseMs = 500;
/** In milliseconds after the first attempt. No attempt starts later. */
const deadlineMs = 5_000;

/**
 * Runs `work`, and retries it if the database requires it (serialization failure, deadlock, busy file): at most nine
 * times, after a random pause, within 5 seconds. After repeated conflicts, the transactions of this process take turns.
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

/** It doubles with each attempt. The random part prevents the same transactions from conflicting again. */
function pauseMs(attempt: number): number {
  return randomInt(1, Math.min(longestPauseMs, 10 * 2 ** attempt));
}

let former: Promise<unknown> = Promise.resolve();

/**
 * Runs `work` after the previous work has ended, so that they do not conflict. It waits no longer than the longest
 * pause, because the previous one may hang, or may contain this one.
 */
function afterFormer<T>(work: () => Promise<T>): Promise<T> {
  const own = Promise.race([former, delay(longestPauseMs)]).then(work);
  former = own.catch(() => undefined);
  return own;
}
