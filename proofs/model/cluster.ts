import { openDatabase } from '#lib/db/open';
import type { OpenDatabase } from '#lib/db/open-database';
import { basic } from '#lib/testing/provider';
import { freePort, startServer } from '#lib/testing/running-server';
import { startEmptyPostgres } from '../../e2e/processes/empty-postgres';

/** Two server processes on one PostgreSQL that can be killed and restarted. */
export type Cluster = {
  readonly issuer: string;
  readonly origins: readonly string[];
  readonly database: OpenDatabase;
  /** Kills a process without warning and starts a new one in its place. */
  readonly crash: (node: number) => Promise<void>;
  /** Sends a request to the admin API of a process, with all permissions. @returns the JSON of the answer */
  readonly administer: (node: number, method: string, path: string) => Promise<unknown>;
  readonly stop: () => Promise<void>;
};

const machine = {
  client_id: 'deploy',
  client_secrets: [{ value: 'deploy-secret-0123456789' }],
  grant_types: ['client_credentials'],
  scope: 'signet.admin signet.admin.owner',
};

export async function startCluster(configuration: { readonly clients: readonly object[] }): Promise<Cluster> {
  const postgres = await startEmptyPostgres({ fsync: false });
  const ports = [await freePort(), await freePort()];
  const issuer = `http://localhost:${ports[0]}`;
  const file = { ...configuration, clients: [...configuration.clients, machine] };
  const behindProxy = { HOST: '127.0.0.1', SIGNET_TRUSTED_PROXIES: '127.0.0.1' };
  const env = { ...behindProxy, DATABASE_URL: postgres.url, SIGNET_ISSUER: issuer };
  const start = (port: number) => startServer({ port, env, configuration: file });
  const servers = await Promise.all(ports.map(start));
  const database = await openDatabase(postgres.url);
  const origins = ports.map((port) => `http://127.0.0.1:${port}`);
  let token = '';
  const issueToken = async () => {
    const answer = await fetch(`${issuer}/connect/token`, {
      method: 'POST',
      headers: { authorization: basic(machine.client_id, machine.client_secrets[0]?.value ?? '') },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    return String((await answer.json()).access_token);
  };
  return {
    issuer,
    origins,
    database,
    crash: async (node) => {
      await servers[node]?.stop('SIGKILL');
      servers[node] = await start(ports[node] ?? 0);
    },
    administer: async (node, method, path) => {
      const send = () =>
        fetch(`${origins[node]}/api/admin/v1${path}`, { method, headers: { authorization: `Bearer ${token}` } });
      let answer = await send();
      if (answer.status === 401) {
        token = await issueToken();
        answer = await send();
      }
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
      return text === '' ? null : JSON.parse(text);
    },
    stop: async () => {
      await database.close();
      await Promise.all(servers.map((server) => server.stop()));
      await postgres.stop();
    },
  };
}
