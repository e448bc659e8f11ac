import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

const folder = 'e2e/auth-js';
const startDeadlineMs = 30_000;

export type NextApplication = { readonly origin: string; readonly stop: () => Promise<void> };

/** The production build of the application, which needs none of its settings. @throws with its output when it fails */
export async function buildApplication(): Promise<void> {
  const { output, ended } = run(['build', folder], {});
  if ((await ended) !== 0) throw new Error(`the application does not build:\n${output()}`);
}

/** Serves the build on an origin of its own. @throws with its output when it does not come up */
export async function serveApplication(
  port: number,
  settings: { readonly issuer: string; readonly clientSecret: string },
): Promise<NextApplication> {
  const origin = `http://localhost:${port}`;
  const { child, output, ended } = run(['start', folder, '--hostname', '127.0.0.1', '--port', String(port)], {
    SIGNET_ISSUER: settings.issuer,
    CLIENT_SECRET: settings.clientSecret,
    NEXTAUTH_URL: origin,
    NEXTAUTH_SECRET: 'seals the cookies of the application in these tests',
  });
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
  return { origin, stop };
}

/** Runs Next's own command line with nothing of this process's environment. */
function run(list: readonly string[], settings: Readonly<Record<string, string>>) {
  const child: ChildProcess = spawn(process.execPath, ['node_modules/next/dist/bin/next', ...list], {
    env: { PATH: process.env.PATH ?? '', NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', ...settings },
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
  return fetch(`http://127.0.0.1:${port}/`).then(
    ({ ok }) => ok,
    () => false,
  );
}
