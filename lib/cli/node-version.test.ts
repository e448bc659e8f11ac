import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bundleTypeScript } from '../testing/run-typescript.mjs';
import { oldestNode, refuseNode } from './node-version.mjs';

describe('the version of Node', () => {
  it('is the one of package.json and of the build', () => {
    const { major, minor } = oldestNode;
    expect(JSON.parse(readFileSync('package.json', 'utf8')).engines.node).toBe(`>=${major}.${minor}`);
    expect(readFileSync('lib/cli/build.mjs', 'utf8')).toContain(`target: 'node${major}.${minor}'`);
  });

  it.each(['18.20.8', '20.10.0', '20.18.3', '8.17.0'])('is too old: %s', (version) => {
    expect(refuseNode(version)).toBe(`Signet needs Node 20.19 or later. This is Node ${version}.`);
  });

  it.each(['20.19.0', '20.20.2', '22.0.0', '24.1.0'])('is new enough: %s', (version) => {
    expect(refuseNode(version)).toBeNull();
  });

  it('is checked before anything else is imported', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'signet-node-'));
    const program = await bundleTypeScript('lib/cli/signet.ts');
    const pretend = join(folder, 'pretend.cjs');
    writeFileSync(pretend, `Object.defineProperty(process.versions, 'node', { value: '18.20.8' });`);
    for (const words of [
      ['lib/cli/prepare.mjs', 'start'],
      ['lib/cli/prepare.mjs', 'signet', '--help'],
      [program, '--help'],
      [program, 'start'],
    ]) {
      const { status, stdout, stderr } = spawnSync(process.execPath, ['--require', pretend, ...words], {
        encoding: 'utf8',
      });
      expect([status, stdout, stderr]).toEqual([1, '', 'Signet needs Node 20.19 or later. This is Node 18.20.8.\n']);
    }
    rmSync(program);
    rmSync(folder, { recursive: true });
  });
});
