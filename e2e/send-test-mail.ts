import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type RunningServer, testSecret } from '#lib/testing/running-server';

/** Writes a test mail to the outbox of a running server with the command line. */
export async function sendTestMail(server: RunningServer, address: string, language = 'en'): Promise<void> {
  const env = {
    PATH: process.env.PATH ?? '',
    NODE_ENV: 'production',
    DATABASE_URL: `file:${join(server.folder, 'signet.db')}`,
    SIGNET_ISSUER: server.issuer,
    SIGNET_SECRET: testSecret,
  } as const;
  const words = ['dist/signet.js', 'mail', 'test', address, '--language', language];
  await promisify(execFile)(process.execPath, words, { env });
}
