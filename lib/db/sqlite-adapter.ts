import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import type { SqlDriverAdapter, SqlDriverAdapterFactory, SqlQuery, Transaction } from '@prisma/driver-adapter-utils';
import { busyTimeoutMs, exclusively, pragmas, retryBusy, takeTurn } from './sqlite-turn';
import type { WriteLock } from './write-lock';

/**
 * The SQLite driver adapter as several processes need it. Prisma's own runs everything on one connection, so a
 * statement outside a transaction would join whatever transaction is open, and it begins deferred, which fails with
 * SQLITE_BUSY_SNAPSHOT when a read comes first. Here reads have a connection of their own, writes queue for the other,
 * transactions start with BEGIN IMMEDIATE, and waiting for another process does not block the event loop.
 * @param file path of the database file
 * @param lock the turn to write in this process
 */
export function sqliteAdapter(file: string, lock: WriteLock): SqlDriverAdapterFactory {
  const { provider, adapterName } = new PrismaBetterSqlite3({ url: file });
  return {
    provider,
    adapterName,
    async connect() {
      const reader = await new PrismaBetterSqlite3({ url: file, timeout: busyTimeoutMs }).connect();
      // The writer polls without blocking (see retryBusy), so it does not let SQLite sleep.
      const writer = await new PrismaBetterSqlite3({ url: file, timeout: 0 }).connect();
      for (const connection of [writer, reader]) await retryBusy(() => connection.executeScript(pragmas));
      return split(reader, writer, lock);
    },
  };
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

async function beginImmediate(writer: SqlDriverAdapter, lock: WriteLock): Promise<Transaction> {
  const release = await takeTurn(lock);
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
