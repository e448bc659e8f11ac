import type { Database } from './database';
import type { Dialect } from './dialect';
import type { SqlSession } from './sql-session';

export type OpenDatabase = {
  readonly db: Database;
  readonly dialect: Dialect;
  /** Opens one connection of its own for `work` and closes it: for the migration runner and tools only. */
  session<T>(work: (session: SqlSession) => Promise<T>): Promise<T>;
  /** Runs `work` while no other process does: for what must happen once when several start together. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Checks that the connection to the database supports what the program relies on. Call it once before the program is
   * used.
   * @throws with what to set, if a connection pooler on the way takes prepared statements apart
   */
  checkConnections(): Promise<void>;
  /** Closes every connection. */
  close(): Promise<void>;
};
