import pg from 'pg';
import { connected } from './postgres-connection';
import type { PostgresDatabase } from './postgres-database';

/**
 * Databases of this worker that earlier tests have returned. Copying and deleting a database takes fifty times as long
 * as emptying it.
 */
const spares: PostgresDatabase[] = [];

/** Deleted rows leave free space behind, which slows down the next test. */
const maximumBytes = 8_000_000;

/**
 * A database without rows: a returned one or a new one.
 * @param create copies the template
 * @param state the result of `readState` for the template
 * @returns `drop()` empties it for the next test, or deletes it if its tables were changed or have grown
 */
export async function takeDatabase(create: () => Promise<PostgresDatabase>, state: string): Promise<PostgresDatabase> {
  const database = spares.pop() ?? (await create());
  return {
    url: database.url,
    async drop() {
      if (await empty(database.url, state)) spares.push(database);
      else await database.drop();
    },
  };
}

/**
 * A hash of the transactions that last changed each table, index and migration. It shows whether the schema was
 * changed.
 */
export function readState(url: string): Promise<string> {
  return connected(url, async (client) => (await look(client)).state);
}

/**
 * @returns whether the database is now like a new one. False if it must be deleted, or if the role has no permission
 */
async function empty(url: string, state: string): Promise<boolean> {
  try {
    return await connected(url, async (client) => {
      await client.query(endOthers);
      const found = await look(client);
      if (found.state !== state || found.bytes > maximumBytes) return false;
      await client.query(deleteRows);
      return true;
    });
  } catch (error) {
    if (isForbidden(error)) return false;
    throw error;
  }
}

/** Only superusers can disable foreign keys, and the role of TEST_DATABASE_URL may only be able to create databases. */
function isForbidden(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '42501';
}

/** Open connections could still write. Waits up to ten seconds for each. */
const endOthers = `
  SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid()`;

async function look(client: pg.Client): Promise<{ readonly state: string; readonly bytes: number }> {
  const { rows } = await client.query<{ state: string; bytes: string }>(`
    WITH relation AS (SELECT oid, xmin FROM pg_class WHERE relnamespace = 'public'::regnamespace)
    SELECT (SELECT sum(pg_relation_size(oid)) FROM relation) AS bytes, md5(string_agg(entry, ',' ORDER BY entry)) AS state
    FROM (
      SELECT format('%s %s', oid, xmin) AS entry FROM relation
      UNION ALL SELECT format('%s %s', id, xmin) FROM _prisma_migrations
    ) AS entries`);
  const [found] = rows;
  if (found === undefined) throw new Error('PostgreSQL said nothing about its tables');
  return { state: found.state, bytes: Number(found.bytes) };
}

/**
 * All tables except those of the migrator, whose names begin with an underscore. They are in no particular order, so
 * foreign keys must be off. A table of zero bytes has no rows, and most tables have none.
 */
const deleteRows = `
  DO $$
  DECLARE name regclass;
  BEGIN
    SET LOCAL session_replication_role = replica;
    FOR name IN
      SELECT oid FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname NOT LIKE '\\_%'
        AND pg_relation_size(oid) > 0
    LOOP
      EXECUTE format('DELETE FROM %s', name);
    END LOOP;
  END $$`;
