import pg from 'pg';
import { DatabaseUnavailable } from './database-errors';
import type { PostgresServers } from './postgres-url';

/** In milliseconds. It is shorter than a pool waits for a connection. */
const probeTimeoutMs = 2_000;

type Server = { readonly host: string; readonly port: number };

/** The class of connections to these servers. If required, it connects to the server that accepts writes. */
export function clientFor({ urls, mustTakeWrites }: PostgresServers): typeof pg.Client {
  return mustTakeWrites ? createWritableClient(urls) : pg.Client;
}

/**
 * A connection that looks for the server that accepts writes whenever it connects. It asks all servers at once, so one
 * that does not answer costs no time.
 */
function createWritableClient(urls: readonly string[]): typeof pg.Client {
  return class extends pg.Client {
    override connect(): Promise<pg.Client>;
    override connect(callback: ((error: Error) => void) | ((error: null, client: pg.Client) => void)): void;
    override connect(callback?: unknown): Promise<pg.Client> | undefined {
      const connected = this.#connect();
      if (typeof callback !== 'function') return connected;
      connected.then(
        () => callback(null, this),
        (error: unknown) => callback(error),
      );
      return undefined;
    }

    async #connect(): Promise<pg.Client> {
      Object.assign(this, await findWritable(urls));
      return super.connect();
    }
  };
}

/** @throws DatabaseUnavailable if none accepts writes, with the reason of each */
async function findWritable(urls: readonly string[]): Promise<Server> {
  const reasons: string[] = [];
  const attempts = urls.map(async (url) => {
    const probe = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: probeTimeoutMs,
      query_timeout: probeTimeoutMs,
      application_name: 'signet',
    });
    const { host, port } = probe;
    try {
      await checkTakesWrites(probe);
      return { host, port };
    } catch (error) {
      reasons.push(`${host}:${port}: ${error instanceof Error ? error.message || error.name : error}`);
      throw error;
    }
  });
  try {
    return await Promise.any(attempts);
  } catch (error) {
    throw new DatabaseUnavailable(`no server accepts writes (${reasons.join('; ')})`, { cause: error });
  }
}

/** @throws if it cannot be reached, or if it is read-only like a standby */
async function checkTakesWrites(probe: pg.Client): Promise<void> {
  probe.on('error', () => undefined);
  try {
    await probe.connect();
    const { rows } = await probe.query<{ transaction_read_only: string }>('SHOW transaction_read_only');
    if (rows[0]?.transaction_read_only !== 'off') throw new Error('it is read-only');
  } finally {
    probe.end().catch(() => undefined);
  }
}

/** Closes a connection after its server refused a write as read-only, because the former primary is a standby now. */
export function leaveReadOnlyServers(pool: pg.Pool): void {
  const readOnly = new WeakSet<pg.PoolClient>();
  pool.on('connect', (client) => {
    client.connection.on('errorMessage', ({ code }: { readonly code?: string }) => {
      if (code === '25006') readOnly.add(client);
    });
  });
  // After this event, the pool checks whether the connection has ended.
  pool.on('release', (_error, client) => {
    if (readOnly.has(client)) client.end().catch(() => undefined);
  });
}
