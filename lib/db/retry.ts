import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseUnavailable, isConflict } from './database-errors';

/** Where transactions are serializable, those of one account undo each other: four were too few for six people at once. */
const attempts = 10;
/** The longest pause, in milliseconds. */
const longestPauseMs = 500;
/** In milliseconds after the first attempt: no attempt starts later. */
const deadlineMs = 5_000;

/**
 * Runs `work`, and retries it if the database asks for it (serialization failure, deadlock, busy file): at most nine
 * times, after a random pause, within 5 seconds.
 * @param work changes nothing in the database if it fails, and nothing outside of it
 * @throws DatabaseUnavailable (`code: 'database_unavailable'`) if every attempt lost; other errors unchanged
 */
export async function retryConflicts<T>(work: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + deadlineMs;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
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
