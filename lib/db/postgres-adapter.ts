import { PrismaPg } from '@prisma/adapter-pg';
import type { SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import type pg from 'pg';
import { retryConflicts } from './retry';
import { createStatementNames } from './statement-names';

/**
 * Prisma's adapter on a pool, with prepared statements. A statement outside a transaction is a transaction by itself.
 * If transactions are serializable, PostgreSQL may roll it back, and it is retried like those of transaction().
 */
export function postgresAdapter(pool: pg.Pool): SqlDriverAdapterFactory {
  const factory = new PrismaPg(pool, { statementNameGenerator: createStatementNames() });
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    async connect() {
      const adapter = await factory.connect();
      return {
        provider: adapter.provider,
        adapterName: adapter.adapterName,
        queryRaw: (query) => retryConflicts(() => adapter.queryRaw(query)),
        executeRaw: (query) => retryConflicts(() => adapter.executeRaw(query)),
        executeScript: (script) => adapter.executeScript(script),
        startTransaction: (isolationLevel) => adapter.startTransaction(isolationLevel),
        getConnectionInfo: () => adapter.getConnectionInfo(),
        dispose: () => adapter.dispose(),
      };
    },
  };
}
