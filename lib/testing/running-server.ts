import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A server process of the production build, as `npm start` runs it. */
export type RunningServer = {
  readonly issuer: string;
  readonly port: number;
  readonly pid: number;
  /** The location of its data. */
  readonly folder: string;
  /** Its output so far, from both streams. */
  readonly output: () => string;
  /**
   * Asks it to stop and waits until it ends.
   * @returns the exit code
   */
  readonly stop: (signal?: 'SIGTERM' | 'SIGKILL') => Promise<number | null>;
};

type Options = {
  /** The location of its data folder. By default a new temporary folder. */
  readonly folder?: string;
  readonly port?: number;
  /** Additions to the default environment: an issuer on localhost and a SQLite file in the folder. */
  readonly env?: Readonly<Record<string, string>>;
  /** The checkout with the build. By default this one. */
  readonly build?: string;
  /** Options of Node itself, for example `--cpu-prof`. */
  readonly nodeArguments?: readonly string[];
  /** Is written to a file and passed as SIGNET_CONFIG. */
  readonly configuration?: object;
};

const startDeadlineMs = 180_000;
/** Processes that must not outlive this one, even if it ends while one of them starts. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export const testSecret = 'a-secret-for-tests-that-is-long-enough-0123456789';

/**
 * Starts `node dist/signet.js start` and waits until its pages are loaded.
 * @throws with its output as soon as it ends, by itself or by a signal
 */
export async function startServer(options: Options = {}): Promise<RunningServer> {
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'signet-server-')));
  const port = options.port ?? (await freePort());
  const issuer = options.env?.SIGNET_ISSUER ?? `http://localhost:${port}`;
  const child = spawn(process.execPath, [...(options.nodeArguments ?? []), 'dist/signet.js', 'start'], {
    env: await environment(options, { folder, port, issuer }),
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(options.build !== undefined && { cwd: options.build }),
  });
  let output = '';
  const collect = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  running.add(child);
  const ended = new Promise<number | null>((resolve) => {
    child.once('exit', resolve);
    child.once('error', (error) => {
      output += error.message;
      resolve(null);
    });
  });
  void ended.then(() => running.delete(child));
  await waitForHealth(port, child, () => output);
  return {
    issuer,
    port,
    pid: child.pid ?? 0,
    folder,
    output: () => output,
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal);
      const code = await ended;
      if (options.folder === undefined) await rm(folder, { recursive: true, force: true });
      return code;
    },
  };
}

async function environment(
  options: Options,
  { folder, port, issuer }: { folder: string; port: number; issuer: string },
): Promise<NodeJS.ProcessEnv> {
  const own: NodeJS.ProcessEnv = {
    PATH: process.env.PATH ?? '',
    NODE_ENV: 'production',
    PORT: String(port),
    SIGNET_ISSUER: issuer,
    SIGNET_SECRET: testSecret,
    DATABASE_URL: `file:${join(folder, 'signet.db')}`,
    SIGNET_LOG_LEVEL: 'warn',
  };
  if (options.configuration !== undefined) {
    own.SIGNET_CONFIG = join(folder, `configuration-${port}.json`);
    await writeFile(own.SIGNET_CONFIG, JSON.stringify(options.configuration));
  }
  return { ...own, ...options.env };
}

async function waitForHealth(port: number, child: ChildProcess, output: () => string): Promise<void> {
  const deadline = performance.now() + startDeadlineMs;
  while (performance.now() < deadline) {
    const end = child.exitCode ?? child.signalCode;
    if (end !== null) throw new Error(`the server ended with ${end}:\n${output()}`);
    const answer = await fetch(`http://127.0.0.1:${port}/health?ready=pages`).catch(() => null);
    if (answer?.status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  child.kill('SIGKILL');
  throw new Error(`the server did not come up:\n${output()}`);
}

/**
 * A loopback port that was free a moment ago. It is below the ports that the system uses for outgoing connections, so
 * none of them takes it before a server does.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
