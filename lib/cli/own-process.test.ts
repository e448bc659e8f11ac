import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bundleTypeScript } from '../testing/run-typescript.mjs';

/** What depends on the process: its ports, and how much it may write. */
let program: string;
let folder: string;
beforeAll(async () => {
  program = await bundleTypeScript('lib/cli/signet.ts');
});
afterAll(() => rmSync(program, { force: true }));
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'signet-process-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs a command on a database of its own. @param before a line of the shell that comes first */
async function run(words: string, environment: Record<string, string>, before = ':') {
  const child = spawn('sh', ['-c', `${before} && exec "$0" "$1" ${words}`, process.execPath, program], {
    env: { NODE_ENV: 'production', PATH: process.env.PATH, DATABASE_URL: `file:${folder}/signet.db`, ...environment },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const [code] = await once(child, 'close');
  return { code, output };
}

describe('a first start whose port is in use', () => {
  it('says so before it makes a database, and shows no password that nobody could use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' && address !== null ? String(address.port) : '';
    const { code, output } = await run('start', { PORT: port, HOST: '127.0.0.1' });
    other.close();
    expect([code, output]).toEqual([1, expect.stringMatching(/^signet: PORT: expected a free port; .*\n$/)]);
    expect(readdirSync(folder).filter((name) => name.startsWith('signet.db'))).toEqual([]);
  });
});

describe('doctor on a disk that takes no more', () => {
  it('says that the data folder cannot be written (security #202)', async () => {
    const environment = { SIGNET_ISSUER: 'https://op.test', SIGNET_SECRET: 'a secret of this test, of some length' };
    expect((await run('doctor', environment)).output).toMatch(/^ok {4}data folder: /m);
    const { code, output } = await run('doctor', environment, 'ulimit -f 8');
    expect(code).toBe(1);
    expect(output).toMatch(/^WRONG data folder: .* is not writable: .*\n {6}.*check that the disk is not full\.$/m);
    expect(readdirSync(folder)).toEqual([]);
  });
});
