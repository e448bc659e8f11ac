import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseUnavailable, isConflict } from './database-errors';

const attempts = 4;
/** No attempt starts later than this after the first one, in milliseconds. */
const deadlineMs = 5_000;

/**
 * Runs `work` and runs it again when the database asks for it (serialisation failure, deadlock, busy file): at most
 * three times more, after a random pause, while 5 seconds have not passed.
 * @param work leaves nothing behind in the database when it fails, and touches nothing outside of it
 * @throws DatabaseUnavailable (`code: 'database_unavailable'`) when every attempt lost; any other error as it is
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

/** Doubles with each attempt; the random part keeps losers from meeting again. */
function pauseMs(attempt: number): number {
  return randomInt(1, 10 * 2 ** attempt);
}
