import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bundleTypeScript } from '../testing/run-typescript.mjs';
import { requireOpenFiles } from './open-files';

describe('the number of files that a process may open', () => {
  it.each([null, 256, 1024])('is enough: %s', (limit) => {
    expect(() => requireOpenFiles(limit)).not.toThrow();
  });

  it('is read from the system, and too small in one sentence', async () => {
    const program = await bundleTypeScript('lib/cli/open-files.ts');
    const source = `import(${JSON.stringify(program)}).then(({ requireOpenFiles }) => requireOpenFiles()).catch(({ message }) => console.log(message))`;
    const run = (limit: number) =>
      spawnSync('sh', ['-c', `ulimit -n ${limit} && exec "$0" -e "$1"`, process.execPath, source], {
        encoding: 'utf8',
      });
    expect(run(300).stdout).toBe('');
    expect(run(200).stdout).toMatch(
      /^this process can open only 200 files at once, and needs 256: run "ulimit -n 1024", .*\n$/,
    );
    rmSync(program);
  });
});
