import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, type RunningServer, startServer, testSecret } from '#lib/testing/running-server';
import { loadConfiguration } from './configuration';
import { drainSeconds, startHaproxy } from './haproxy';
import type { Target } from './requests';

type Environment = Readonly<Record<string, string>>;

/** Server processes on one database, behind HAProxy. */
export type Nodes = {
  /** The servers through HAProxy. */
  readonly target: Target;
  /** Each process directly, bypassing HAProxy. */
  readonly each: readonly Target[];
  /** The environment for the command line. */
  readonly environment: () => Environment;
  /**
   * Restarts one process after another as described in docs/operations.md, with another environment or build if given.
   * @returns the exit codes of the former processes
   */
  readonly restart: (how?: { readonly env?: Environment; readonly build?: string }) => Promise<(number | null)[]>;
  readonly stop: () => Promise<void>;
};

/** @param build the checkout with the build that the processes run; this one by default */
export async function startNodes(count: number, databaseUrl: string, build?: string): Promise<Nodes> {
  const folder = await mkdtemp(join(tmpdir(), 'signet-nodes-'));
  const port = await freePort();
  const ports: number[] = [];
  while (ports.length < count) ports.push(await freePort());
  const issuer = `http://localhost:${port}`;
  let env: Environment = {
    DATABASE_URL: databaseUrl,
    SIGNET_ISSUER: issuer,
    SIGNET_SECRET: testSecret,
    SIGNET_DRAIN_SECONDS: String(drainSeconds),
    SIGNET_TRUSTED_PROXIES: '127.0.0.1,::1',
    HOST: '127.0.0.1',
  };
  let from = build;
  const start = (own: number) =>
    startServer({
      folder,
      port: own,
      env,
      configuration: loadConfiguration,
      ...(from !== undefined && { build: from }),
    });
  const servers: RunningServer[] = [];
  const killServers = () => Promise.all(servers.map((server) => server.stop('SIGKILL')));
  const startAll = async () => {
    for (const own of ports) servers.push(await start(own));
    return startHaproxy(port, ports);
  };
  const balancer = await startAll().catch(async (error: unknown) => {
    await killServers();
    throw error;
  });
  return {
    target: { issuer, server: issuer },
    each: ports.map((own) => ({ issuer, server: `http://127.0.0.1:${own}` })),
    environment: () => env,
    async restart(how = {}) {
      env = { ...env, ...how.env };
      from = how.build ?? from;
      const codes: (number | null)[] = [];
      for (const [index, own] of ports.entries()) {
        codes.push((await servers[index]?.stop()) ?? null);
        servers[index] = await start(own);
      }
      return codes;
    },
    async stop() {
      await balancer.stop();
      await killServers();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
