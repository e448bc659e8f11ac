import type { Dialect } from './dialect';
import type { Statement, Values } from './statement';

/**
 * Prepared statements for the few operations that run thousands of times a second. They bypass Prisma and use the
 * connections of the same pool or file. Conflicts are retried like in transaction().
 */
export type Prepared = {
  readonly dialect: Dialect;
  /**
   * Runs one statement alone.
   * @throws DatabaseUnavailable if every attempt lost against others
   */
  rows<Row>(statement: Statement<Row>, values: Values): Promise<Row[]>;
  /**
   * Runs writing statements in one transaction, in order, as long as each of them changes a row or may change none.
   * @returns null if all did; otherwise the index of the one that did not, and everything is rolled back
   * @throws DatabaseUnavailable if every attempt lost against others
   */
  steps(steps: readonly PreparedStep[]): Promise<number | null>;
  /**
   * Asks no database.
   * @throws DatabaseUnavailable if this process refuses every write until it is restarted
   */
  verifyWritable(): void;
};

export type PreparedStep = readonly [statement: Statement, values: Values, mayChangeNothing?: boolean];
