import type { Database, Transaction } from './database';
import { retryConflicts } from './retry';

export { DatabaseUnavailable, isDatabaseUnavailable, isUniqueViolation } from './database-errors';

/** The time limits of an attempt in milliseconds: for getting a connection or the write lock, and for the work. */
const defaultLimits = { maxWait: 6_000, timeout: 10_000 };

/**
 * Runs `work` in one transaction, and retries it as retryConflicts() describes.
 * @param work must change nothing outside the database, because it may run several times
 * @param limits more time for the bulk operations of an operator; requests use the default
 * @returns the result of the attempt that was committed
 * @throws DatabaseUnavailable (`code: 'database_unavailable'`) if every attempt lost; other errors unchanged
 */
export function transaction<T>(
  db: Database,
  work: (tx: Transaction) => Promise<T>,
  limits: { readonly timeout?: number } = {},
): Promise<T> {
  const { dialect } = db;
  return retryConflicts(() =>
    db.$transaction((tx) => work(Object.assign(tx, { dialect })), { ...defaultLimits, ...limits }),
  );
}
