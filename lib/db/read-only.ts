import { existsSync } from 'node:fs';
import BetterSqlite3 from 'better-sqlite3';
import { dialectOf } from './open';
import type { SqlSession } from './open-database';
import { clientFor } from './postgres-client';
import { readPostgresUrl } from './postgres-url';
import { refuseStaleLog } from './stale-log';
import type { Dialect } from './statement';

/** A session for a database that may be of another release, so its tables and columns are unknown. */
export type ReadOnlySession = Pick<SqlSession, 'rows'> & { readonly dialect: Dialect };

/**
 * Reads a database as of one moment. The database itself refuses to write: a SQLite file is opened read-only, and
 * PostgreSQL gets a read-only transaction. If no process has the SQLite file open, SQLite leaves the empty files of its
 * log next to it.
 * @throws the errors of the driver, also if the file does not exist
 */
export function readOnly<T>(databaseUrl: string, work: (session: ReadOnlySession) => Promise<T>): Promise<T> {
  return dialectOf(databaseUrl) === 'sqlite' ? readSqlite(databaseUrl, work) : readPostgres(databaseUrl, work);
}

async function readSqlite<T>(databaseUrl: string, work: (session: ReadOnlySession) => Promise<T>): Promise<T> {
  const file = databaseUrl.replace(/^file:(\/\/)?/, '');
  if (!existsSync(file)) throw new Error(`DATABASE_URL: no database found at ${file}`);
  refuseStaleLog(file);
  const connection = new BetterSqlite3(file, { readonly: true, fileMustExist: true, timeout: 30_000 });
  try {
    connection.exec('BEGIN');
    return await work({
      dialect: 'sqlite',
      rows: async (sql, values = []) => connection.prepare<unknown[], Record<string, unknown>>(sql).all(...values),
    });
  } finally {
    connection.close();
  }
}

async function readPostgres<T>(databaseUrl: string, work: (session: ReadOnlySession) => Promise<T>): Promise<T> {
  const servers = readPostgresUrl(databaseUrl);
  if ('problem' in servers) throw new Error(`DATABASE_URL: ${servers.problem}`);
  const common = { connectionString: servers.urls[0], connectionTimeoutMillis: 5_000, application_name: 'signet' };
  const client = new (clientFor(servers))(common);
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
    return await work({
      dialect: 'postgresql',
      rows: async (sql, values = []) => (await client.query<Record<string, unknown>>(sql, [...values])).rows,
    });
  } finally {
    await client.end();
  }
}
