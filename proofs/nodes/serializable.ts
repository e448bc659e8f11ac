import { connected } from '#lib/testing/postgres-connection';
import { startEmptyPostgres } from '../../e2e/processes/empty-postgres';
import type { Promised } from '../promises';
import { serveLoad } from './pooling';

/** Enough clients of each kind to make transactions conflict. */
const clients = 6;

/** Two processes on a PostgreSQL with the settings of docs/operations.md. */
export async function proveSerializable(): Promise<Promised[]> {
  const postgres = await startEmptyPostgres({ fsync: false });
  try {
    const name = new URL(postgres.url).pathname.slice(1);
    await connected(postgres.url, (client) =>
      client.query(`
        ALTER DATABASE "${name}" SET default_transaction_isolation = 'serializable';
        ALTER DATABASE "${name}" SET enable_seqscan = off`),
    );
    const served = await serveLoad('Under SERIALIZABLE: no request fails, and nothing is lost', postgres.url, clients);
    return [served, await countFailures(postgres.url)];
  } finally {
    await postgres.stop();
  }
}

/** Counts the transactions that PostgreSQL rolled back. Any at all show that the server retried them. */
async function countFailures(databaseUrl: string): Promise<Promised> {
  const { rows } = await connected(databaseUrl, (client) =>
    client.query<{ isolation: string; undone: string; done: string }>(`
      SELECT current_setting('default_transaction_isolation') AS isolation, xact_rollback AS undone, xact_commit AS done
      FROM pg_stat_database WHERE datname = current_database()`),
  );
  const { isolation, undone, done } = rows[0] ?? { isolation: 'unknown', undone: 0, done: 0 };
  return {
    promise: 'Under SERIALIZABLE: transactions that PostgreSQL rolled back and the server retried',
    tried: `${done} transactions`,
    broken: isolation === 'serializable' ? [] : [`the isolation was ${isolation}`],
    measured: `${undone} undone`,
  };
}
