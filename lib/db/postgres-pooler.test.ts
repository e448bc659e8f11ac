import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import type { SqlSession } from './open-database';
import { checkPrepared } from './open-postgres';
import { postgresExclusively } from './postgres-exclusive';

let database: TestDatabase;
let one: pg.Client;
let other: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  one = new pg.Client(database.url);
  other = new pg.Client(database.url);
  await Promise.all([one.connect(), other.connect()]);
});

afterAll(async () => {
  await Promise.all([one.end(), other.end()]);
  await database.close();
});

describe('connections that keep prepared statements', () => {
  it('are those of a server, or of a pooler that lends one for a whole session', async () => {
    await checkPrepared(one, other);
    await database.checkConnections();
  });

  it('are distinguished from one connection that a pooler lends to both clients', async () => {
    await expect(checkPrepared(one, one)).rejects.toThrow('PgBouncer: set max_prepared_statements = 1000');
  });

  it('are distinguished from those of a pooler that lends another one each time', async () => {
    const changing = Object.create(one, {
      query: {
        value: async (query: pg.QueryConfig) => {
          const answer = await one.query(query);
          await one.query('DEALLOCATE ALL');
          return answer;
        },
      },
    });
    await expect(checkPrepared(changing, other)).rejects.toThrow('or pool_mode = session');
  });
});

describe('settings of a connection', () => {
  const show = async (session: Pick<SqlSession, 'rows'>, name: string) =>
    Object.values((await session.rows(`SHOW ${name}`))[0] ?? {})[0];

  it('limit the statements of the pool', async () => {
    const rows = (sql: string) => database.db.$queryRawUnsafe<Record<string, unknown>[]>(sql);
    expect(await show({ rows }, 'statement_timeout')).toBe('10s');
    expect(await show({ rows }, 'idle_in_transaction_session_timeout')).toBe('15s');
    expect(await show({ rows }, 'client_connection_check_interval')).toBe('1s');
  });

  it('are restored after the lock of the migrations, because a pooler may lend the connection on', async () => {
    await database.session(async (session) => {
      await session.script(`SET statement_timeout = '7s'`);
      await postgresExclusively(session, async () => {
        expect(await show(session, 'statement_timeout')).toBe('0');
        expect(await show(session, 'lock_timeout')).toBe('1min');
      });
      expect(await show(session, 'statement_timeout')).toBe('7s');
      expect(await show(session, 'lock_timeout')).toBe('0');
    });
  });
});
