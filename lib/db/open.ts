import type { OpenDatabase } from './open-database';
import type { Dialect } from './statement';

/**
 * Opens the database. Loads the driver of its engine only.
 * @param databaseUrl `file:…` (SQLite) or `postgresql://…` / `postgres://…`
 * @throws if the file cannot be created; a PostgreSQL server is not contacted before the first statement
 */
export async function openDatabase(databaseUrl: string): Promise<OpenDatabase> {
  if (dialectOf(databaseUrl) === 'sqlite') return (await import('./open-sqlite')).openSqlite(databaseUrl);
  return (await import('./open-postgres')).openPostgres(databaseUrl);
}

/**
 * Opens an existing database to read it. A SQLite file is opened so that nothing of it can change; on PostgreSQL the
 * caller does not write.
 */
export async function openToRead(databaseUrl: string): Promise<OpenDatabase> {
  if (dialectOf(databaseUrl) === 'sqlite') return (await import('./open-sqlite')).openSqliteToRead(databaseUrl);
  return (await import('./open-postgres')).openPostgres(databaseUrl);
}

/** @throws if the URL belongs to neither engine */
export function dialectOf(databaseUrl: string): Dialect {
  if (databaseUrl.startsWith('file:')) return 'sqlite';
  if (/^postgres(ql)?:\/\//.test(databaseUrl)) return 'postgresql';
  throw new Error('DATABASE_URL must start with file: or postgresql://');
}
