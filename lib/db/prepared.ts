import type { Dialect } from './dialect';
import type { Statement, Values } from './statement';

/**
 * The way past Prisma for the few statements that are asked for thousands of times a second: prepared once a
 * connection, on the connections of the same pool or file. Conflicts are run again as transaction() does.
 */
export type Prepared = {
  readonly dialect: Dialect;
  /**
   * Runs one statement by itself.
   * @throws DatabaseUnavailable when it lost against others each time
   */
  rows<Row>(statement: Statement<Row>, values: Values): Promise<Row[]>;
  /**
   * Runs statements that write in one transaction, in order, while each of them changes a row.
   * @returns null when all did; else the index of the one that did not, and nothing is kept
   * @throws DatabaseUnavailable when they lost against others each time
   */
  steps(steps: readonly Step[]): Promise<number | null>;
};

export type Step = readonly [statement: Statement, values: Values];
