import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import type { SqlDriverAdapter, SqlDriverAdapterFactory, Transaction } from '@prisma/driver-adapter-utils';
import { shareTurn } from '#lib/http/in-slices';
import { logPragmas } from './sqlite-checkpoint';
import { busyTimeoutMs, exclusively, pragmas, retryBusy, takeTurn } from './sqlite-turn';
import type { WriteLock } from './write-lock';

/**
 * A SQLite driver adapter for several processes. Prisma's own adapter runs everything on one connection, so a statement
 * outside a transaction would join whatever transaction is open. It also begins transactions deferred, which fails with
 * SQLITE_BUSY_SNAPSHOT if a read comes first. Here reads have their own connection, writes queue for the other one,
 * transactions start with BEGIN IMMEDIATE, and waiting for another process does not block the event loop.
 * @param file path of the database file
 * @param lock the turn to write in this process
 * @param isReadOnly whether the driver refuses to write
 */
export function sqliteAdapter(file: string, lock: WriteLock, isReadOnly: boolean): SqlDriverAdapterFactory {
  const { provider, adapterName } = new PrismaBetterSqlite3({ url: file });
  return {
    provider,
    adapterName,
    async connect() {
      const config = { url: file, timeout: busyTimeoutMs, readonly: isReadOnly };
      const reader = await new PrismaBetterSqlite3(config).connect();
      if (isReadOnly) return split(reader, reader, lock);
      // The writer polls without blocking (see retryBusy), so SQLite must not wait by itself.
      const writer = await new PrismaBetterSqlite3({ url: file, timeout: 0 }).connect();
      for (const connection of [writer, reader]) {
        await retryBusy(() => connection.executeScript(pragmas + logPragmas));
      }
      return split(reader, writer, lock);
    },
  };
}

function split(reader: SqlDriverAdapter, writer: SqlDriverAdapter, lock: WriteLock): SqlDriverAdapter {
  return {
    provider: writer.provider,
    adapterName: writer.adapterName,
    async queryRaw(query) {
      if (!/^\s*SELECT\b/i.test(query.sql)) return exclusively(lock, () => writer.queryRaw(query));
      await shareTurn();
      return reader.queryRaw(query);
    },
    executeRaw: (query) => exclusively(lock, () => writer.executeRaw(query)),
    async executeScript(script) {
      const release = await takeTurn(lock);
      await writer.executeScript(script).finally(release);
    },
    async startTransaction() {
      const release = await takeTurn(lock);
      try {
        await retryBusy(() => run(writer, 'BEGIN IMMEDIATE'));
      } catch (error) {
        release();
        throw error;
      }
      return openTransaction(writer, release);
    },
    async dispose() {
      await reader.dispose();
      if (writer !== reader) await writer.dispose();
    },
  };
}

/**
 * Prisma sends COMMIT and ROLLBACK as statements before it tells the adapter. If COMMIT fails, it is rolled back here.
 */
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
    async queryRaw(query) {
      await shareTurn();
      return writer.queryRaw(query);
    },
    async executeRaw(query) {
      await shareTurn();
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
