import type { Database } from './database';
import type { Dialect } from './statement';

export type OpenDatabase = {
  readonly db: Database;
  readonly dialect: Dialect;
  /** Opens a separate connection for `work` and closes it. Only for the migration runner and tools. */
  session<T>(work: (session: SqlSession) => Promise<T>): Promise<T>;
  /**
   * Runs `work` while no other process does. For work that must happen only once when several processes start together.
   */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Checks that the connection to the database supports everything that the program needs. Call it once before the
   * program is used.
   * @throws with the setting to change, if a connection pooler does not support prepared statements
   */
  checkConnections(): Promise<void>;
  /** Closes every connection. */
  close(): Promise<void>;
};

/** A separate connection for the migration runner. It can run several statements at once, without a time limit. */
export type SqlSession = {
  /** Runs a script with any number of statements, without parameters. */
  script(sql: string): Promise<void>;
  /** Runs one statement with `?` (SQLite) or `$1` (PostgreSQL) parameters and returns its rows. */
  rows(sql: string, values?: readonly (string | number | null)[]): Promise<Record<string, unknown>[]>;
};
