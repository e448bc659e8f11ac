import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { testSecret } from './running-server';

/** Applies a configuration while a server runs, as an operator does from the command line. */
export async function applyConfiguration(
  { folder, issuer }: { readonly folder: string; readonly issuer: string },
  configuration: object,
): Promise<void> {
  const file = join(folder, 'apply.json');
  await writeFile(file, JSON.stringify(configuration));
  const env: NodeJS.ProcessEnv = {
    PATH: process.env.PATH ?? '',
    NODE_ENV: 'production',
    SIGNET_ISSUER: issuer,
    SIGNET_SECRET: testSecret,
    DATABASE_URL: `file:${join(folder, 'signet.db')}`,
  };
  await promisify(execFile)(process.execPath, ['dist/signet.js', 'apply', file], { env });
}
