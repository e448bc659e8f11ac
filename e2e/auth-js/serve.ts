import { type Application, runNode, startApplication } from '../application';

const folder = 'e2e/auth-js';
const next = 'node_modules/next/dist/bin/next';
const quiet = { NEXT_TELEMETRY_DISABLED: '1' };

/**
 * Builds the application for production. The build needs no settings.
 * @throws with its output if it fails
 */
export async function buildApplication(): Promise<void> {
  const { output, ended } = runNode([next, 'build', folder], quiet);
  if ((await ended) !== 0) throw new Error(`the application does not build:\n${output()}`);
}

/**
 * Serves the build on its own origin.
 * @throws with its output if it does not start
 */
export function serveApplication(port: number, environment: Readonly<Record<string, string>>): Promise<Application> {
  return startApplication({
    list: [next, 'start', folder, '--hostname', '127.0.0.1', '--port', String(port)],
    port,
    settings: { ...quiet, ...environment },
  });
}
