import { setTimeout as delay } from 'node:timers/promises';
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import {
  DriverAdapterError,
  type SqlDriverAdapter,
  type SqlDriverAdapterFactory,
  type SqlQuery,
  type Transaction,
} from '@prisma/driver-adapter-utils';
import { isConflict } from './database-errors';
import { createWriteLock, type WriteLock } from './write-lock';

/** How long a write waits for its turn, in this process and against others, in milliseconds. */
const busyTimeoutMs = 5_000;

/**
 * The SQLite driver adapter as several processes need it. Prisma's own runs everything on one connection, so a
 * statement outside a transaction would join whatever transaction is open, and it begins deferred, which fails with
 * SQLITE_BUSY_SNAPSHOT when a read comes first. Here reads have a connection of their own, writes queue for the other,
 * transactions start with BEGIN IMMEDIATE, and waiting for another process does not block the event loop.
 * @param file path of the database file
 */
export function sqliteAdapter(file: string): SqlDriverAdapterFactory {
  const { provider, adapterName } = new PrismaBetterSqlite3({ url: file });
  return {
    provider,
    adapterName,
    async connect() {
      const reader = await new PrismaBetterSqlite3({ url: file, timeout: busyTimeoutMs }).connect();
      // The writer polls without blocking (see retryBusy), so it does not let SQLite sleep.
      const writer = await new PrismaBetterSqlite3({ url: file, timeout: 0 }).connect();
      await retryBusy(() => configure(writer));
      await retryBusy(() => configure(reader));
      return split(reader, writer, createWriteLock());
    },
  };
}

async function configure(connection: SqlDriverAdapter): Promise<void> {
  await connection.executeScript('PRAGMA journal_mode = WAL; PRAGMA foreign_keys = ON; PRAGMA synchronous = FULL;');
}

function split(reader: SqlDriverAdapter, writer: SqlDriverAdapter, lock: WriteLock): SqlDriverAdapter {
  return {
    provider: writer.provider,
    adapterName: writer.adapterName,
    queryRaw: (query) =>
      isRead(query) ? reader.queryRaw(query) : exclusively(lock, () => retryBusy(() => writer.queryRaw(query))),
    executeRaw: (query) => exclusively(lock, () => retryBusy(() => writer.executeRaw(query))),
    executeScript: (script) => exclusively(lock, () => writer.executeScript(script)),
    startTransaction: () => beginImmediate(writer, lock),
    async dispose() {
      await reader.dispose();
      await writer.dispose();
    },
  };
}

function isRead(query: SqlQuery): boolean {
  return /^\s*SELECT\b/i.test(query.sql);
}

async function exclusively<T>(lock: WriteLock, work: () => Promise<T>): Promise<T> {
  const release = await acquire(lock);
  try {
    return await work();
  } finally {
    release();
  }
}

async function beginImmediate(writer: SqlDriverAdapter, lock: WriteLock): Promise<Transaction> {
  const release = await acquire(lock);
  try {
    await retryBusy(() => run(writer, 'BEGIN IMMEDIATE'));
  } catch (error) {
    release();
    throw error;
  }
  return openTransaction(writer, release);
}

/** Prisma sends COMMIT and ROLLBACK as statements and then tells the adapter; a COMMIT that failed is undone here. */
function openTransaction(writer: SqlDriverAdapter, release: () => void): Transaction {
  let open = true;
  const leave = async () => {
    if (open) await run(writer, 'ROLLBACK').catch(() => undefined);
    release();
  };
  return {
    provider: writer.provider,
    adapterName: writer.adapterName,
    options: { usePhantomQuery: false },
    queryRaw: (query) => writer.queryRaw(query),
    async executeRaw(query) {
      const count = await writer.executeRaw(query);
      if (query.sql === 'COMMIT' || query.sql === 'ROLLBACK') open = false;
      return count;
    },
    commit: leave,
    rollback: leave,
    createSavepoint: (name) => run(writer, `SAVEPOINT ${name}`),
    rollbackToSavepoint: (name) => run(writer, `ROLLBACK TO ${name}`),
    releaseSavepoint: (name) => run(writer, `RELEASE SAVEPOINT ${name}`),
  };
}

async function run(connection: SqlDriverAdapter, sql: string): Promise<void> {
  await connection.executeRaw({ sql, args: [], argTypes: [] });
}

async function acquire(lock: WriteLock): Promise<() => void> {
  const release = await lock.acquire(busyTimeoutMs);
  if (release) return release;
  throw new DriverAdapterError({ kind: 'SocketTimeout', originalCode: 'SQLITE_BUSY', originalMessage: 'write queue' });
}

/** A single statement that found the file locked changed nothing, so it can be sent again. */
async function retryBusy<T>(statement: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + busyTimeoutMs;
  for (let pauseMs = 1; ; pauseMs = Math.min(pauseMs * 2, 10)) {
    try {
      // The driver is synchronous and may throw instead of rejecting.
      return await statement();
    } catch (error) {
      if (!isConflict(error) || performance.now() > deadline) throw error;
    }
    await delay(pauseMs);
  }
}
