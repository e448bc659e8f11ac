import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Runs `signet …` of the production build. @throws with its output if it fails */
export async function signet(words: readonly string[], env: Readonly<Record<string, string>>): Promise<string> {
  const options = { env: { PATH: process.env.PATH ?? '', NODE_ENV: 'production' as const, ...env } };
  return (await run(process.execPath, ['dist/signet.js', ...words], options)).stdout;
}
