import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import { PrismaPg } from '@prisma/adapter-pg';
import {
  bindMigrationAwareSqlAdapterFactory,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
import { dialectOf } from '#lib/db/open';
import { derivePostgresSchema } from '../db/derive-schema.mjs';
import { createDescribingPool } from './describing-pool.mjs';
import { loadSchemaEngine } from './load-schema-engine.mjs';

/**
 * The SQL that changes a database to match the models.
 * @param root the folder that contains `prisma/`
 * @returns null if the database already has exactly the models' tables
 */
export async function diffFromDatabase(root: string, databaseUrl: string): Promise<string | null> {
  const sqliteSchema = readFileSync(join(root, 'prisma/schema.prisma'), 'utf8');
  const dialect = dialectOf(databaseUrl);
  const content = dialect === 'sqlite' ? sqliteSchema : derivePostgresSchema(sqliteSchema);
  const files = [{ path: 'schema.prisma', content }];
  const { SchemaEngine } = await loadSchemaEngine();
  const adapter = bindMigrationAwareSqlAdapterFactory(adapterFor(databaseUrl));
  const engine = await SchemaEngine.new({ datamodels: [['schema.prisma', content]] }, () => undefined, adapter);
  try {
    const result = await engine.diff({
      from: { tag: 'schemaDatasource', files, configDir: root },
      to: { tag: 'schemaDatamodel', files },
      script: true,
      exitCode: true,
      filters: { externalTables: dialect === 'sqlite' ? [] : ['public._signet_lock'], externalEnums: [] },
    });
    return result.exitCode === 0 ? null : (result.stdout ?? '');
  } finally {
    engine.free();
  }
}

function adapterFor(databaseUrl: string): SqlMigrationAwareDriverAdapterFactory {
  if (dialectOf(databaseUrl) === 'sqlite') return sqliteAdapter(databaseUrl);
  return new PrismaPg(createDescribingPool(databaseUrl), { disposeExternalPool: true });
}

/**
 * The engine writes the name of a partial index in double quotes where a text is meant, which our SQLite takes for a
 * column.
 */
function sqliteAdapter(url: string): SqlMigrationAwareDriverAdapterFactory {
  const factory = new PrismaBetterSqlite3({ url });
  const connect = factory.connect.bind(factory);
  return Object.assign(factory, {
    connect: async () => {
      const adapter = await connect();
      const queryRaw = adapter.queryRaw.bind(adapter);
      return Object.assign(adapter, {
        queryRaw: (query: Parameters<typeof queryRaw>[0]) =>
          queryRaw({ ...query, sql: query.sql.replace(/(type = 'index' AND name = )"(\w+)"/, "$1'$2'") }),
      });
    },
  });
}
