import pg from 'pg';
import { connected } from './postgres-connection';
import type { PostgresDatabase } from './postgres-database';

/** Databases of this worker that a test gave back: to copy and delete one costs fifty times what emptying it does. */
const spares: PostgresDatabase[] = [];

/** Deleted rows leave room behind, which slows the next test down. */
const maximumBytes = 8_000_000;

/**
 * A database without rows: one that was given back, or a new one.
 * @param create copies the template
 * @param state what `readState` said about the template
 * @returns with `drop()` it is emptied for the next test, or deleted when its tables were changed or have grown
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

/** A hash of which transaction last changed each table, index and migration: it tells whether the schema was touched. */
export function readState(url: string): Promise<string> {
  return connected(url, async (client) => (await look(client)).state);
}

/** @returns whether the database is as a new one now; false when only its deletion would do, or the role may no more */
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

/** Foreign keys are for superusers to set aside; a role of TEST_DATABASE_URL may be one that only creates databases. */
function isForbidden(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '42501';
}

/** Open connections could still write; waits up to ten seconds for each. */
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
 * Every table but the migrator's own, whose names begin with an underscore; in no order, so without foreign keys. A table
 * of no bytes has no rows, and most have none.
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
