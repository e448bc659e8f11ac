import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { createPrivateFile } from './create-private-file';
import { PrismaClient } from './generated/sqlite/client';
import type { OpenDatabase } from './open-database';
import type { SqlSession } from './sql-session';
import { sqliteAdapter } from './sqlite-adapter';
import { sqliteExclusively } from './sqlite-exclusive';
import { guardedLock, watchSqliteFile } from './sqlite-file';
import { preparedOnSqlite, preparedToRead } from './sqlite-prepared';
import { refuseStaleLog } from './stale-log';
import { createWriteLock } from './write-lock';

/** The path in a `file:` URL. It may be relative to the working directory. */
export function sqliteFile(databaseUrl: string): string {
  return databaseUrl.replace(/^file:(\/\/)?/, '');
}

/**
 * Opens a SQLite file with a write-ahead log, full synchronization and foreign keys. Writes wait up to 5 seconds for
 * their turn.
 * @param databaseUrl `file:` and a path, relative to the working directory; the folder and the file are created, for
 * the owner only
 */
export async function openSqlite(databaseUrl: string): Promise<OpenDatabase> {
  const file = sqliteFile(databaseUrl);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  refuseStaleLog(file);
  createPrivateFile(file);
  const verifyFile = watchSqliteFile(file);
  const lock = guardedLock(createWriteLock(), verifyFile);
  const client = new PrismaClient({ adapter: sqliteAdapter(file, lock, false), errorFormat: 'minimal' });
  await client.$connect();
  const { prepared, close } = await preparedOnSqlite(file, lock, verifyFile);
  // Only now, because SQLite replaces a log that was left beside an empty file.
  verifyFile();
  return opened(file, client, { prepared, close, isReadOnly: false });
}

/**
 * Opens an existing SQLite file so that neither it nor its log can change. Beside a file that nobody has open, SQLite
 * leaves the empty files of its log.
 * @throws if there is no such file, or its log belongs to another state of it
 */
export async function openSqliteToRead(databaseUrl: string): Promise<OpenDatabase> {
  const file = sqliteFile(databaseUrl);
  refuseStaleLog(file);
  const adapter = sqliteAdapter(file, createWriteLock(), true);
  const client = new PrismaClient({ adapter, errorFormat: 'minimal' });
  await client.$connect();
  return opened(file, client, { ...preparedToRead(file), isReadOnly: true });
}

type Connection = Awaited<ReturnType<typeof preparedOnSqlite>> & { readonly isReadOnly: boolean };

function opened(file: string, client: PrismaClient, { prepared, close, isReadOnly }: Connection): OpenDatabase {
  return {
    db: Object.assign(client, { dialect: 'sqlite' as const, prepared }),
    dialect: 'sqlite',
    session: (work) => withSession(file, isReadOnly, work),
    exclusively: (work) => sqliteExclusively(file, work),
    checkConnections: () => Promise.resolve(),
    async close() {
      await close();
      await client.$disconnect();
    },
  };
}

async function withSession<T>(
  file: string,
  isReadOnly: boolean,
  work: (session: SqlSession) => Promise<T>,
): Promise<T> {
  const connection = new BetterSqlite3(file, { timeout: 30_000, fileMustExist: true, readonly: isReadOnly });
  try {
    return await work({
      script: async (sql) => void connection.exec(sql),
      rows: async (sql, values = []) => {
        const statement = connection.prepare<unknown[], Record<string, unknown>>(sql);
        if (statement.reader) return statement.all(...values);
        statement.run(...values);
        return [];
      },
    });
  } finally {
    connection.close();
  }
}
