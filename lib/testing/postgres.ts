import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { findPostgresBinaries, type ServerUser } from './postgres-binaries';

export type PostgresServer = {
  /** The URL of a database on this server that tests may use freely. They may create others on the server. */
  readonly url: string;
  /** Kills the server like a crash, so that it cannot write anything, and starts it again. */
  crash(): Promise<void>;
  /**
   * Stops the server: immediately (`immediate`, without the last writes to its files) or in order (`fast`).
   * @returns starts it again on the same files
   */
  shutDown(mode: 'immediate' | 'fast'): Promise<() => Promise<void>>;
  /** Stops the server and deletes its files. */
  stop(): Promise<void>;
};

export type PostgresOptions = {
  /**
   * Waits for the disk at each commit, as in production. Off by default, because only tests that crash the server need
   * it.
   */
  readonly fsync?: boolean;
};

const startTimeoutMs = 60_000;

/**
 * PostgreSQL for tests: the server of TEST_DATABASE_URL if that is set, otherwise a temporary cluster in a temporary
 * folder on a free loopback port. It is stopped by `stop()`, and when this process ends for any reason that it can
 * detect.
 */
export async function startPostgres(options: PostgresOptions = {}): Promise<PostgresServer> {
  const given = process.env.TEST_DATABASE_URL;
  if (given && !options.fsync) return borrowed(given);
  return startCluster(options);
}

function borrowed(url: string): PostgresServer {
  return {
    url,
    crash: () => Promise.reject(new Error('the server of TEST_DATABASE_URL is not ours to crash')),
    shutDown: () => Promise.reject(new Error('the server of TEST_DATABASE_URL is not ours to shut down')),
    stop: () => Promise.resolve(),
  };
}

async function startCluster(options: PostgresOptions): Promise<PostgresServer> {
  const user = serverUser();
  const folder = mkdtempSync(join(tmpdir(), 'signet-postgres-'));
  let server: ChildProcess | null = null;
  const cleanUp = () => {
    server?.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  const forget = onExit(cleanUp);
  try {
    const start = await prepareCluster(folder, user, options.fsync ?? false);
    server = await start();
    return {
      url: start.url,
      async crash() {
        await end(server, 'SIGKILL');
        server = await patiently(start);
      },
      async shutDown(mode) {
        await end(server, mode === 'immediate' ? 'SIGQUIT' : 'SIGINT');
        return async () => {
          server = await patiently(start);
        };
      },
      async stop() {
        forget();
        await end(server, 'SIGINT');
        cleanUp();
      },
    };
  } catch (error) {
    forget();
    cleanUp();
    throw error;
  }
}

/**
 * After a crash the last processes of the old server still use its memory for a moment, and the new server refuses to
 * start.
 */
async function patiently(start: () => Promise<ChildProcess>): Promise<ChildProcess> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await start();
    } catch (error) {
      if (attempt === 50) throw error;
    }
    await delay(100);
  }
}

/**
 * Creates the cluster's files.
 * @returns a function that starts a server on them
 */
async function prepareCluster(folder: string, user: ServerUser, fsync: boolean) {
  chmodSync(folder, 0o700);
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  const binaries = findPostgresBinaries(folder, user);
  const data = join(folder, 'data');
  run(
    join(binaries, 'initdb'),
    [
      '-D',
      data,
      '-U',
      'signet',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--locale=C',
      '--locale-provider=icu',
      '--icu-locale=en-US',
      '-N',
    ],
    user,
  );
  const port = await freePort();
  const url = `postgresql://signet@127.0.0.1:${port}/postgres`;
  const start = () => launch({ program: join(binaries, 'postgres'), data, port, url, user, fsync });
  return Object.assign(start, { url });
}

async function end(server: ChildProcess | null, signal: NodeJS.Signals): Promise<void> {
  if (!server || server.exitCode !== null || server.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  server.kill(signal);
  await ended;
}

type Launch = {
  readonly program: string;
  readonly data: string;
  readonly port: number;
  readonly url: string;
  readonly user: ServerUser;
  readonly fsync: boolean;
};

async function launch({ program, data, port, url, user, fsync }: Launch): Promise<ChildProcess> {
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 200,
    fsync: fsync ? 'on' : 'off',
    synchronous_commit: fsync ? 'on' : 'off',
    full_page_writes: fsync ? 'on' : 'off',
    shared_buffers: '64MB',
    // Tables are small and exist only briefly. Statistics would only change the plans in between.
    autovacuum: 'off',
    log_min_messages: 'fatal',
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(program, ['-D', data, ...flags], { ...user, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] });
  let complaint = '';
  server.stderr?.on('data', (chunk) => {
    complaint = `${complaint}${chunk}`.slice(-2_000);
  });
  await answering(url, server, () => complaint);
  return server;
}

async function answering(url: string, server: ChildProcess, complaint: () => string): Promise<void> {
  const deadline = performance.now() + startTimeoutMs;
  for (;;) {
    if (server.exitCode !== null || performance.now() > deadline) {
      throw new Error(`PostgreSQL did not start: ${complaint()}`);
    }
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
    client.on('error', () => undefined);
    const connected = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => undefined);
    if (connected) return;
    await delay(50);
  }
}

/**
 * The server refuses to run as root. In that case it runs as `postgres`, or as `nobody` if there is no such account.
 */
export function serverUser(): ServerUser {
  if (process.getuid?.() !== 0) return {};
  const accounts = readFileSync('/etc/passwd', 'utf8').split('\n');
  const account = ['postgres', 'nobody']
    .map((name) => accounts.find((line) => line.startsWith(`${name}:`)))
    .find(Boolean);
  if (!account) throw new Error('PostgreSQL refuses to run as root and there is no account postgres or nobody');
  const [, , uid, gid] = account.split(':');
  return { uid: Number(uid), gid: Number(gid) };
}

function run(program: string, args: string[], user: ServerUser): void {
  execFileSync(program, args, { ...user, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/**
 * Calls `action` when the process ends or is told to end.
 * @returns a function that cancels this
 */
function onExit(action: () => void): () => void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const interrupted = (signal: NodeJS.Signals) => {
    action();
    forget();
    process.kill(process.pid, signal);
  };
  const forget = () => {
    process.off('exit', action);
    for (const signal of signals) process.off(signal, interrupted);
  };
  process.once('exit', action);
  for (const signal of signals) process.once(signal, interrupted);
  return forget;
}
