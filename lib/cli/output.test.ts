import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleTypeScript } from '../testing/run-typescript.mjs';

let program: string;
beforeAll(async () => {
  program = await bundleTypeScript('lib/cli/signet.ts');
});
afterAll(() => rmSync(program, { force: true }));

describe('a command with closed output', () => {
  it.each(['stdout', 'stderr'] as const)('ends without a stack trace and with its own exit code: %s', async (name) => {
    const words = name === 'stdout' ? ['--help'] : ['nonsense'];
    const child = spawn(process.execPath, [program, ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
    child[name].destroy();
    let other = '';
    child[name === 'stdout' ? 'stderr' : 'stdout'].on('data', (chunk: Buffer) => {
      other += chunk.toString();
    });
    const code = await new Promise((resolve) => child.once('close', resolve));
    expect([code, other]).toEqual([name === 'stdout' ? 0 : 2, '']);
  });
});

describe('a command whose output cannot be written', () => {
  it.skipIf(!existsSync('/dev/full'))('says so in one line, and fails', async () => {
    const full = openSync('/dev/full', 'w');
    const child = spawn(process.execPath, [program, '--help'], { stdio: ['ignore', full, 'pipe'] });
    let errors = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      errors += chunk.toString();
    });
    const code = await new Promise((resolve) => child.once('close', resolve));
    closeSync(full);
    expect([code, errors]).toEqual([1, expect.stringMatching(/^signet: cannot write the output: ENOSPC.*\n$/)]);
  });
});
