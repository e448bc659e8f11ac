import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startServer } from './running-server';

let build: string;

beforeEach(() => {
  build = mkdtempSync(join(tmpdir(), 'signet-build-'));
  mkdirSync(join(build, 'dist'));
});
afterEach(() => rmSync(build, { recursive: true, force: true }));

describe('a server that never starts', () => {
  it.each([
    ['exits', 'process.exitCode = 3;', 'the server ended with 3:\nno luck'],
    ['is killed', `process.kill(process.pid, 'SIGKILL');`, 'the server ended with SIGKILL:\nno luck'],
  ])('fails its test as soon as it %s, with what it wrote', async (_, end, message) => {
    writeFileSync(join(build, 'dist', 'signet.js'), `require('node:fs').writeSync(2, 'no luck'); ${end}`);
    await expect(startServer({ build, folder: build })).rejects.toThrow(message);
  });

  it('fails its test when the process cannot be started', async () => {
    await expect(startServer({ build: join(build, 'nowhere'), folder: build })).rejects.toThrow('ENOENT');
  });
});
