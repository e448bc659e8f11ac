import type { Dialect, Statement, Values } from './statement';
import type { Write } from './step';

/**
 * Prepared statements for the few operations that run thousands of times a second. They bypass Prisma. On
 * PostgreSQL they have a pool of their own, on SQLite a connection to the same file. Conflicts are retried like in transaction().
 */
export type Prepared = {
  readonly dialect: Dialect;
  /**
   * Runs one statement alone.
   * @throws DatabaseUnavailable if every attempt lost against others
   */
  rows<Row>(statement: Statement<Row>, values: Values): Promise<Row[]>;
  /**
   * Runs writes in one transaction, in order, until one that must change a row does not. Only run() calls this.
   * @returns null if all took effect; otherwise the index of that write, and everything is rolled back
   * @throws DatabaseUnavailable if every attempt lost against others
   */
  write(writes: readonly Write[]): Promise<number | null>;
  /**
   * Asks no database.
   * @throws DatabaseUnavailable if this process refuses every write until it is restarted
   */
  verifyWritable(): void;
};
