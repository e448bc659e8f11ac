import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient } from './generated/postgresql/client';
import type { PrismaClient as SqliteClient } from './generated/sqlite/client';
import type { OpenDatabase } from './open-database';
import { postgresExclusively } from './postgres-exclusive';
import { preparedOnPostgres } from './postgres-prepared';
import type { SqlSession } from './sql-session';
import { createStatementNames } from './statement-names';

const timeouts = {
  connectionTimeoutMillis: 5_000,
  // The server times out before the client does, so a slow statement does not cost the connection.
  statement_timeout: 10_000,
  query_timeout: 12_000,
  idle_in_transaction_session_timeout: 15_000,
};

/**
 * Opens a pool of 10 connections to a PostgreSQL server. A lost connection fails the requests that use it and is
 * replaced; it never ends the process.
 * @param databaseUrl `postgresql://…`
 */
export async function openPostgres(databaseUrl: string): Promise<OpenDatabase> {
  const pool = createPool(databaseUrl);
  const statementNameGenerator = createStatementNames();
  const adapter = new PrismaPg(pool, { statementNameGenerator });
  const client = new PrismaClient({ adapter, errorFormat: 'minimal' });
  await client.$connect();
  return {
    // The one cast: both clients are generated from the same models, and the types of the SQLite client stand for both.
    db: Object.assign(client as unknown as SqliteClient, { prepared: preparedOnPostgres(pool) }),
    dialect: 'postgresql',
    session: (work) => withSession(databaseUrl, work),
    exclusively: (work) => withSession(databaseUrl, (session) => postgresExclusively(session, work)),
    async close() {
      await client.$disconnect();
      await pool.end();
    },
  };
}

function createPool(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 10, keepAlive: true, application_name: 'signet', ...timeouts });
  // Without a listener, an idle connection that the server closes would end the process. The pool replaces the
  // connection.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

async function withSession<T>(connectionString: string, work: (session: SqlSession) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000, application_name: 'signet' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    // A migration may take long, and the connection that holds the lock only waits for it.
    await client.query('SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0;');
    return await work({
      script: async (sql) => void (await client.query(sql)),
      rows: async (sql, values = []) => (await client.query<Record<string, unknown>>(sql, [...values])).rows,
    });
  } finally {
    await client.end();
  }
}
