import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { bundleTypeScript } from './run-typescript.mjs';

export type Child = {
  readonly process: ChildProcess;
  /** Resolves when the child has called `barrier()`. */
  readonly ready: Promise<void>;
  /** Lets the child pass its barrier. */
  go(): void;
  /** Resolves with the stdout of the child after the barrier. Rejects with its stderr if it fails. */
  readonly done: Promise<string>;
};

/**
 * Starts processes that run the same TypeScript module with this project's code, for tests in which several processes
 * use one database. The module is bundled once.
 * @param file relative to the project's folder
 * @param argumentLists one list of arguments for each process
 */
export async function startChildren(file: string, argumentLists: readonly (readonly string[])[]): Promise<Child[]> {
  const bundle = await bundleTypeScript(file);
  const children = argumentLists.map((list) => startChild(bundle, list));
  void Promise.allSettled(children.map(({ done }) => done)).then(() => rmSync(bundle, { force: true }));
  return children;
}

/** Starts the processes, releases them together and waits for the output of each. */
export async function raceChildren(file: string, argumentLists: readonly (readonly string[])[]): Promise<string[]> {
  const children = await startChildren(file, argumentLists);
  await Promise.all(children.map(({ ready, done }) => Promise.race([ready, done])));
  for (const child of children) child.go();
  return Promise.all(children.map(({ done }) => done));
}

function startChild(bundle: string, list: readonly string[]): Child {
  const child = spawn(process.execPath, [bundle, ...list], { stdio: ['pipe', 'pipe', 'pipe'] });
  let output = '';
  let errors = '';
  const ready = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk) => {
      output += String(chunk);
      if (output.startsWith(readyLine)) resolve();
    });
  });
  child.stderr.on('data', (chunk) => {
    errors += String(chunk);
  });
  const done = new Promise<string>((resolve, reject) => {
    child.once('close', (code) => {
      if (code === 0) resolve(output.replace(readyLine, ''));
      else reject(new Error(`the child ended with ${code}: ${errors}`));
    });
  });
  // Callers that await `done` get the error. Before that it must not end the test run.
  done.catch(() => undefined);
  return { process: child, ready, go: () => child.stdin.end('go\n'), done };
}

const readyLine = 'ready\n';

/** For the child: tells the parent that it is ready, and waits for the signal. */
export function barrier(): Promise<void> {
  process.stdout.write(readyLine);
  return new Promise((resolve) => process.stdin.once('data', () => resolve()));
}
