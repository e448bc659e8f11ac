import type { OpenDatabase } from './open-database';
import { openPostgres } from './open-postgres';
import { openSqlite, openSqliteToRead } from './open-sqlite';
import type { Dialect } from './statement';

/**
 * Opens the database.
 * @param databaseUrl `file:…` (SQLite) or `postgresql://…` / `postgres://…`
 * @throws if the file cannot be created; a PostgreSQL server is not contacted before the first statement
 */
export async function openDatabase(databaseUrl: string): Promise<OpenDatabase> {
  return dialectOf(databaseUrl) === 'sqlite' ? openSqlite(databaseUrl) : openPostgres(databaseUrl);
}

/**
 * Opens an existing database to read it. A SQLite file is opened so that nothing of it can change; on PostgreSQL the
 * caller does not write.
 */
export async function openToRead(databaseUrl: string): Promise<OpenDatabase> {
  return dialectOf(databaseUrl) === 'sqlite' ? openSqliteToRead(databaseUrl) : openPostgres(databaseUrl);
}

/** @throws if the URL belongs to neither engine */
export function dialectOf(databaseUrl: string): Dialect {
  if (databaseUrl.startsWith('file:')) return 'sqlite';
  if (/^postgres(ql)?:\/\//.test(databaseUrl)) return 'postgresql';
  throw new Error('DATABASE_URL must start with file: or postgresql://');
}
