/** A separate connection for the migration runner. It can run several statements at once, without a time limit. */
export type SqlSession = {
  /** Runs a script with any number of statements, without parameters. */
  script(sql: string): Promise<void>;
  /** Runs one statement with `?` (SQLite) or `$1` (PostgreSQL) parameters and returns its rows. */
  rows(sql: string, values?: readonly (string | number | null)[]): Promise<Record<string, unknown>[]>;
};
