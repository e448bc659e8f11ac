import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { explainInstallFailure, removesHooks } from './install.mjs';
import { runTool, ToolFailed } from './run-tool.mjs';

describe('an installation that fails', () => {
  it('explains what better-sqlite3 needs if it could be neither downloaded nor compiled', () => {
    const output = 'npm error path node_modules/better-sqlite3\nnpm error gyp ERR! find Python';
    const explained = explainInstallFailure(new ToolFailed('npm ci', output));
    expect(String(explained)).toContain('gyp ERR! find Python');
    expect(String(explained)).toContain('could be neither downloaded nor compiled');
    expect(String(explained)).toContain('apt-get install python3 make g++');
  });

  it('does not change any other failure', () => {
    const failure = new ToolFailed('npm ci', 'npm error code ENOTFOUND');
    expect(explainInstallFailure(failure)).toBe(failure);
  });
});

describe('the compiled SQLite driver', () => {
  it('removes no cleanup hook, which would abort the process on Node 24', () => {
    const require = createRequire(import.meta.url);
    const folder = dirname(require.resolve('better-sqlite3/package.json'));
    const binary = readFileSync(join(folder, 'build', 'Release', 'better_sqlite3.node'));
    expect(removesHooks(binary)).toBe(false);
    const symbol = Buffer.from('\0_ZN4node28RemoveEnvironmentCleanupHookEPN2v87IsolateEPFvPvES3_\0');
    expect(removesHooks(Buffer.concat([binary, symbol]))).toBe(true);
  });
});

describe('runTool', () => {
  it('is quiet when the tool succeeds, and shows all its output when it fails', async () => {
    const program = (code: number) => [
      process.execPath,
      '-e',
      `console.log('out'); console.error('err'); process.exit(${code})`,
    ];
    await runTool('a tool', program(0), process.env);
    await expect(runTool('a tool', program(3), process.env)).rejects.toThrow(/^a tool failed:\n(out\nerr|err\nout)$/);
  });

  it('fails for an unknown program', async () => {
    await expect(runTool('a tool', ['no-such-program-anywhere'], process.env)).rejects.toThrow(/ENOENT/);
  });
});
