import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { bundleTypeScript } from '../testing/run-typescript.mjs';

const program = 'lib/cli/stop-signal.fixture.ts';

/** Starts the program below a shell, as npm does, ends only the shell, and returns the program's output after that. */
async function endItsShell(environment: Record<string, string>): Promise<string> {
  const bundle = await bundleTypeScript(program);
  const shell = spawn('sh', ['-c', `"${process.execPath}" "${bundle}"; true`], {
    env: { PATH: process.env.PATH, NODE_ENV: 'test', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  const ended = once(shell.stdout, 'end');
  shell.stdout.on('data', (chunk) => {
    output += String(chunk);
    if (output === 'ready\n') shell.kill('SIGKILL');
  });
  await ended;
  return output;
}

it('a start by npm ends when the shell in between was ended', async () => {
  expect(await endItsShell({ npm_lifecycle_event: 'start' })).toBe('ready\nstopped\n');
  expect(await endItsShell({})).toBe('ready\nnobody asked\n');
});
