import { closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import { DatabaseUnavailable, isConflict } from './database-errors';
import { PrismaClient } from './generated/sqlite/client';
import type { OpenDatabase, SqlSession } from './open-database';
import { sqliteAdapter } from './sqlite-adapter';
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
  const lock = createWriteLock(verifyFile);
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

/**
 * Watches that the path of an open database still leads to the file that is open, and the path of its log to the log. A
 * file that was deleted, replaced or covered by a mount can be written until the process ends, and nothing of it is there
 * at the next start.
 * @returns a function that throws DatabaseUnavailable while a path leads elsewhere
 */
function watchSqliteFile(file: string): () => void {
  const paths = [file, `${file}-wal`].map((path) => resolve(path));
  const opened = new Map<string, string>();
  return () => {
    for (const path of paths) {
      // Does not open the file: closing it would release this process's locks on it (POSIX).
      const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
      const found = stat === undefined ? null : `${stat.dev} ${stat.ino}`;
      const own = opened.get(path);
      if (own === undefined) {
        // The log appears with the first connection.
        if (found !== null) opened.set(path, found);
      } else if (found !== own) {
        const what = found === null ? 'is gone' : 'was replaced';
        throw new DatabaseUnavailable(`${path} ${what}, so the server does not write to the file it has open`);
      }
    }
  };
}

/**
 * Creates an empty file that only its owner can read, unless it exists. SQLite would create one that everyone can read;
 * it gives its log the permissions of the database. The permissions of an existing file stay, because an operator may
 * have chosen them. If the file cannot be created, SQLite reports the error later.
 */
function createPrivateFile(path: string): void {
  try {
    // `wx` never opens an existing file. Closing one would release this process's locks on it (POSIX).
    closeSync(openSync(path, 'wx', 0o600));
  } catch {
    return;
  }
}

const patienceMs = 60_000;

/**
 * Runs `work` while no other process does so for the same database. The lock is a transaction on an empty file next to
 * the database, so `work` can write, and the operating system releases the lock if the process dies. Only its owner can
 * open the file, so no other account of the machine can take the lock.
 * @throws if another process holds the lock for a minute
 */
async function sqliteExclusively<T>(file: string, work: () => Promise<T>): Promise<T> {
  const lockFile = `${file}-lock`;
  createPrivateFile(lockFile);
  const connection = new BetterSqlite3(lockFile, { timeout: 0 });
  try {
    await beginExclusive(connection);
    return await work();
  } finally {
    connection.close();
  }
}

async function beginExclusive(connection: BetterSqlite3.Database): Promise<void> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    try {
      connection.exec('BEGIN EXCLUSIVE');
      return;
    } catch (error) {
      if (!isConflict(error) || performance.now() > deadline) throw error;
    }
    await delay(20);
  }
}
