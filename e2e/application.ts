import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

const startDeadlineMs = 30_000;

export type Application = { readonly origin: string; readonly stop: () => Promise<void> };

type Program = {
  /** The arguments of Node. */
  readonly list: readonly string[];
  readonly port: number;
  /** Its environment. It inherits nothing from this process except PATH. */
  readonly settings: Readonly<Record<string, string>>;
};

/**
 * Starts a Node program that serves an application.
 * @throws with its output if it does not start
 */
export async function startApplication({ list, port, settings }: Program): Promise<Application> {
  const { child, output, ended } = runNode(list, settings);
  const deadline = performance.now() + startDeadlineMs;
  while (!(await isUp(port))) {
    if (child.exitCode !== null || performance.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`the application does not start:\n${output()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const stop = async () => {
    child.kill();
    await ended;
  };
  return { origin: `http://localhost:${port}`, stop };
}

/** Runs Node without the environment of this process. */
export function runNode(list: readonly string[], settings: Readonly<Record<string, string>>) {
  const child: ChildProcess = spawn(process.execPath, [...list], {
    env: { PATH: process.env.PATH ?? '', NODE_ENV: 'production', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const collect = (chunk: Buffer) => {
    text += chunk.toString();
  };
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  const ended = once(child, 'exit').then(([code]): number | null => code);
  return { child, output: () => text, ended };
}

function isUp(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/up`, { redirect: 'manual' }).then(
    () => true,
    () => false,
  );
}
