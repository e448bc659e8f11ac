import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database, Transaction } from './database';
import { DatabaseUnavailable, isConflict } from './database-errors';

export { DatabaseUnavailable, isDatabaseUnavailable, isUniqueViolation } from './database-errors';

const attempts = 4;
/** No attempt starts later than this after the first one, in milliseconds. */
const deadlineMs = 5_000;
/** How long an attempt may wait for a connection or the write lock, and how long its work may take, in milliseconds. */
const defaultLimits = { maxWait: 6_000, timeout: 10_000 };

/**
 * Runs `work` in one transaction and runs it again when the database asks for it (serialisation failure, deadlock,
 * busy file): at most three times more, after a random pause, while 5 seconds have not passed.
 * @param work must touch nothing outside the database: it may run several times
 * @param limits more time for what an operator does in bulk; a request has the default
 * @returns what `work` returned in the attempt that was committed
 * @throws DatabaseUnavailable (`code: 'database_unavailable'`) when every attempt lost; any other error as it is
 */
export async function transaction<T>(
  db: Database,
  work: (tx: Transaction) => Promise<T>,
  limits: { readonly timeout?: number } = {},
): Promise<T> {
  const deadline = performance.now() + deadlineMs;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.$transaction(work, { ...defaultLimits, ...limits });
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
