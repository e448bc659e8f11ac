import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { serverUser } from '#lib/testing/postgres';

/** A program that runs in the background. */
export type Daemon = {
  readonly output: () => string;
  /** Stops it and waits until it has ended. */
  readonly stop: (signal?: 'SIGTERM' | 'SIGKILL') => Promise<void>;
};

const kept = 20_000;
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Starts a program as the account that runs PostgreSQL, because most of these programs refuse to run as root. */
export function startDaemon(program: string, args: readonly string[], folder: string): Daemon {
  const env: NodeJS.ProcessEnv = {
    PATH: process.env.PATH ?? '',
    HOME: folder,
    LANG: 'C.UTF-8',
    NODE_ENV: 'production',
  };
  const child = spawn(program, args, { ...serverUser(), cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const collect = (chunk: Buffer) => {
    output = `${output}${chunk}`.slice(-kept);
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  child.once('error', (error) => collect(Buffer.from(error.message)));
  running.add(child);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()).once('error', () => resolve()));
  return {
    output: () => output,
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal);
      await ended;
      running.delete(child);
    },
  };
}

/** Kills a process and its children at once, as a power loss would. */
export function killTree(pid: number): void {
  for (const one of [pid, ...childrenOf(pid)]) {
    try {
      process.kill(one, 'SIGKILL');
    } catch {
      // It has ended in the meantime.
    }
  }
}

function childrenOf(pid: number): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
    return text.split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

/**
 * Waits until `look` finds something.
 * @param what names it in the error message
 * @param output of the program, for the error message
 * @throws after ten minutes
 */
export async function until<T>(
  what: string,
  look: () => Promise<T | null> | T | null,
  output: () => string = () => '',
): Promise<T> {
  const deadline = performance.now() + 600_000;
  for (;;) {
    const found = await look();
    if (found !== null) return found;
    if (performance.now() > deadline) throw new Error(`waited ten minutes for ${what} ${output()}`);
    await delay(50);
  }
}
