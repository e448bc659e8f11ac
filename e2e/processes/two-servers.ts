import pg from 'pg';
import { freePort, type RunningServer, startServer } from '#lib/testing/running-server';
import { startEmptyPostgres } from './empty-postgres';

/** Two server processes with one issuer on one PostgreSQL. */
export type TwoServers = {
  readonly issuer: string;
  /** The address at which each process listens. */
  readonly origins: readonly [first: string, second: string];
  /** Sends `count` requests in parallel, every other one to the second process. */
  readonly race: <T>(count: number, send: (origin: string, index: number) => Promise<T>) => Promise<T[]>;
  /** A separate connection for the test. */
  readonly database: pg.Client;
  readonly databaseUrl: string;
  readonly stop: () => Promise<void>;
};

/**
 * Starts both together on an empty database, so that one of them creates its tables (design: migrations).
 * @param more environment variables of both
 */
export async function startTwoServers(
  configuration: object,
  more: Readonly<Record<string, string>> = {},
): Promise<TwoServers> {
  const postgres = await startEmptyPostgres({ fsync: false });
  const [first, second] = [await freePort(), await freePort()];
  const issuer = `http://localhost:${first}`;
  const env = { ...more, DATABASE_URL: postgres.url, SIGNET_ISSUER: issuer };
  const servers: RunningServer[] = await Promise.all(
    [first, second].map((port) => startServer({ port, env, configuration })),
  );
  const database = new pg.Client({ connectionString: postgres.url });
  await database.connect();
  const origins = [`http://127.0.0.1:${first}`, `http://127.0.0.1:${second}`] as const;
  return {
    issuer,
    origins,
    race: (count, send) =>
      Promise.all(Array.from({ length: count }, (_, index) => send(origins[index % 2 === 0 ? 0 : 1], index))),
    database,
    databaseUrl: postgres.url,
    stop: async () => {
      await database.end();
      await Promise.all(servers.map((server) => server.stop()));
      await postgres.stop();
    },
  };
}
