import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase } from '#lib/db/open';
import type { OpenDatabase } from '#lib/db/open-database';
import type { Dialect } from '#lib/db/statement';
import { type PostgresServer, startPostgres } from '#lib/testing/postgres';
import { connected } from '#lib/testing/postgres-connection';
import { createPostgresDatabase } from '#lib/testing/postgres-database';
import { freePort, type RunningServer, startServer } from '#lib/testing/running-server';
import { loadConfiguration } from './load';

/** A server process and its database. Both can be killed in several ways. */
export type CrashPlace = {
  readonly issuer: string;
  /** The process ID of the current server process. */
  readonly pid: () => number;
  readonly isRunning: () => boolean;
  readonly killServer: () => Promise<void>;
  /** Starts a new server process after one ended. */
  readonly restart: () => Promise<void>;
  /** Waits until the running server reports that it is healthy, or has ended. */
  readonly recovered: () => Promise<void>;
  /** Tells the server where to kill itself: see failpoints.mjs. */
  readonly arm: (failpoint: object) => void;
  /** The kinds of statements that the servers have sent so far. */
  readonly statements: () => string[];
  /** Restores the SQLite files as a power loss would have left them. @returns false if there are none */
  readonly losePower: () => boolean;
  readonly postgres: PostgresServer | null;
  readonly databaseUrl: string;
  /** Reads the database on a separate connection. */
  readonly look: <T>(work: (open: OpenDatabase) => Promise<T>) => Promise<T>;
  /** The logs of all server processes. */
  readonly logged: () => string;
  readonly stop: () => Promise<void>;
};

export async function openPlace(dialect: Dialect): Promise<CrashPlace> {
  const folder = mkdtempSync(join(tmpdir(), 'signet-crashes-'));
  const failpoints = join(folder, 'failpoints');
  mkdirSync(failpoints);
  const postgres = dialect === 'postgresql' ? await startPostgres({ fsync: true }) : null;
  const file = join(folder, 'signet.db');
  const databaseUrl =
    postgres === null ? `file:${file}` : (await createPostgresDatabase(postgres.url, 'signet_crashes')).url;
  const port = await freePort();
  const env = {
    DATABASE_URL: databaseUrl,
    SIGNET_TRUSTED_PROXIES: '127.0.0.1',
    HOST: '127.0.0.1',
    SIGNET_LOG_LEVEL: 'debug',
    TEST_FAILPOINTS: failpoints,
  };
  const nodeArguments = ['--import', './proofs/crashes/failpoints.mjs'];
  const start = () => startServer({ folder, port, env, nodeArguments, configuration: loadConfiguration });
  const logs: string[] = [];
  let server: RunningServer = await start();
  const isRunning = () => {
    try {
      process.kill(server.pid, 0);
      return true;
    } catch {
      return false;
    }
  };
  return {
    issuer: server.issuer,
    pid: () => server.pid,
    isRunning,
    killServer: async () => void (await server.stop('SIGKILL')),
    restart: async () => {
      await server.stop('SIGKILL');
      logs.push(server.output());
      server = await start();
    },
    recovered: async () => {
      while (isRunning() && (await fetch(`${server.issuer}/health`).catch(() => null))?.status !== 200) await delay(50);
    },
    arm: (failpoint) => {
      writeFileSync(join(failpoints, 'armed'), JSON.stringify(failpoint));
      process.kill(server.pid, 'SIGUSR2');
    },
    statements: () => {
      const seen = join(failpoints, 'seen');
      return existsSync(seen) ? [...new Set(readFileSync(seen, 'utf8').split('\n').filter(Boolean))] : [];
    },
    losePower: () => {
      const disk = join(failpoints, 'disk', 'signet.db');
      if (!existsSync(disk)) return false;
      rmSync(`${file}-shm`, { force: true });
      for (const end of ['', '-wal']) copyFileSync(`${disk}${end}`, `${file}${end}`);
      rmSync(join(failpoints, 'disk'), { recursive: true });
      return true;
    },
    postgres,
    databaseUrl,
    look: async (work) => {
      const open = await openDatabase(databaseUrl);
      try {
        return await work(open);
      } finally {
        await open.close();
      }
    },
    logged: () => [...logs, server.output()].join('\n'),
    stop: async () => {
      await server.stop();
      await postgres?.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The PostgreSQL backends of the server process. */
export function backendsOf(databaseUrl: string): Promise<number[]> {
  return connected(databaseUrl, async (client) => {
    const { rows } = await client.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE application_name = 'signet' AND datname = current_database()`,
    );
    return rows.map(({ pid }) => pid);
  });
}
