import pg from 'pg';
import { createId } from '#lib/crypto/random';
import { PrismaClient } from './generated/postgresql/client';
import type { PrismaClient as SqliteClient } from './generated/sqlite/client';
import type { OpenDatabase, SqlSession } from './open-database';
import { postgresAdapter } from './postgres-adapter';
import { clientFor, leaveReadOnlyServers } from './postgres-client';
import { postgresExclusively } from './postgres-exclusive';
import { keepPlans } from './postgres-plans';
import { preparedOnPostgres } from './postgres-prepared';
import { type PostgresServers, readPostgresUrl } from './postgres-url';
import { statementName } from './statement-names';

const timeouts = { connectionTimeoutMillis: 5_000, query_timeout: 12_000 };
/**
 * The server times out before the client does, so a slow statement does not cost the connection. A message of several
 * may wait longer than the client, which then closes the connection. The server notices it, and does not commit the
 * message later (PostgreSQL 14 and later, not on every system). It is sent as a statement, because a connection pooler
 * refuses these settings in the first message of a connection.
 */
const limitStatements = `SET statement_timeout = '10s'; SET idle_in_transaction_session_timeout = '15s';
  DO $$ BEGIN PERFORM set_config('client_connection_check_interval', '1s', FALSE);
  EXCEPTION WHEN OTHERS THEN NULL; END $$`;

/** The connections of a process: those of Prisma, and those of the prepared statements, which hold one for a moment. */
const connections = { prisma: 4, prepared: 6 };

/**
 * Opens two pools, of 10 connections together, to a PostgreSQL server, or to the one of several that accepts writes. A
 * lost connection fails the requests that use it and is replaced. It never ends the process.
 * @param databaseUrl `postgresql://…`, as readPostgresUrl() reads it
 * @throws if it is invalid
 */
export async function openPostgres(databaseUrl: string): Promise<OpenDatabase> {
  const servers = readPostgresUrl(databaseUrl);
  if ('problem' in servers) throw new Error(`DATABASE_URL: ${servers.problem}`);
  const pool = createPool(servers, connections.prisma);
  const preparedPool = createPool(servers, connections.prepared, keepPlans);
  const client = new PrismaClient({ adapter: postgresAdapter(pool), errorFormat: 'minimal' });
  await client.$connect();
  return {
    // The only cast: both clients are generated from the same models, so the types of the SQLite client fit both.
    db: Object.assign(client as unknown as SqliteClient, {
      dialect: 'postgresql' as const,
      prepared: preparedOnPostgres(preparedPool),
    }),
    dialect: 'postgresql',
    session: (work) => withSession(servers, work),
    exclusively: (work) => withSession(servers, (session) => postgresExclusively(session, work)),
    checkConnections: () => withClient(servers, (one) => withClient(servers, (other) => checkPrepared(one, other))),
    async close() {
      await client.$disconnect();
      await Promise.all([pool.end(), preparedPool.end()]);
    },
  };
}

function createPool(
  servers: PostgresServers,
  max: number,
  prepare: (client: pg.ClientBase) => Promise<void> = async () => undefined,
): pg.Pool {
  const common = { connectionString: servers.urls[0], Client: clientFor(servers), application_name: 'signet' };
  const onConnect = async (client: pg.ClientBase) => {
    await client.query(limitStatements);
    await prepare(client);
  };
  const pool = new pg.Pool({ ...common, max, keepAlive: true, ...timeouts, onConnect });
  leaveReadOnlyServers(pool);
  // Without a listener, the process would end when the server closes an idle connection. The pool replaces the
  // connection.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

function withSession<T>(servers: PostgresServers, work: (session: SqlSession) => Promise<T>): Promise<T> {
  return withClient(servers, (client) =>
    work({
      script: async (sql) => void (await client.query(sql)),
      rows: async (sql, values = []) => (await client.query<Record<string, unknown>>(sql, [...values])).rows,
    }),
  );
}

async function withClient<T>(servers: PostgresServers, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const common = { connectionString: servers.urls[0], connectionTimeoutMillis: 5_000, application_name: 'signet' };
  const client = new (clientFor(servers))(common);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * The number of rounds. A pooler that assigns connections per transaction gives both clients the same one within a few
 * rounds, unless others use all of them at that moment.
 */
const rounds = 8;

/** The error code of "prepared statement … does not exist": the connection has not prepared the statement. */
const unknownStatement = '26000';

const advice =
  'DATABASE_URL: expected connections that keep prepared statements, but a connection pooler mixes them. ' +
  'PgBouncer: set max_prepared_statements = 1000 (version 1.21 or later), or pool_mode = session';

/**
 * Detects a connection pooler that assigns connections per transaction and does not track prepared statements. A
 * statement of one client can then appear at another one, or be lost.
 * @param one a client of the pooler, or of the server itself
 * @param other a second one, connected at the same time
 * @throws with the setting to change
 */
export async function checkPrepared(one: pg.Client, other: pg.Client): Promise<void> {
  const text = `SELECT '${createId()}'`;
  const name = statementName(text);
  for (let round = 0; round < rounds; round += 1) {
    try {
      await one.query({ name, text, values: [] });
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === unknownStatement) throw new Error(advice);
      throw error;
    }
    // Twice, for a pooler that alternates between its connections.
    if ((await sees(other, name)) || (await sees(other, name))) throw new Error(advice);
  }
}

async function sees(client: pg.Client, name: string): Promise<boolean> {
  const { rowCount } = await client.query('SELECT name FROM pg_prepared_statements WHERE name = $1', [name]);
  return rowCount !== 0;
}
