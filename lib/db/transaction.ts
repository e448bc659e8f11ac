import type { Database, Transaction } from './database';
import { retryConflicts } from './retry';

export { DatabaseUnavailable, isDatabaseUnavailable, isUniqueViolation } from './database-errors';

/** How long an attempt may wait for a connection or the write lock, and how long its work may take, in milliseconds. */
const defaultLimits = { maxWait: 6_000, timeout: 10_000 };

/**
 * Runs `work` in one transaction and runs it again when the database asks for it, as retryConflicts() tells.
 * @param work must touch nothing outside the database: it may run several times
 * @param limits more time for what an operator does in bulk; a request has the default
 * @returns what `work` returned in the attempt that was committed
 * @throws DatabaseUnavailable (`code: 'database_unavailable'`) when every attempt lost; any other error as it is
 */
export function transaction<T>(
  db: Database,
  work: (tx: Transaction) => Promise<T>,
  limits: { readonly timeout?: number } = {},
): Promise<T> {
  return retryConflicts(() => db.$transaction(work, { ...defaultLimits, ...limits }));
}
