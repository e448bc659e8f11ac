import { describe, expect, it } from 'vitest';
import { explainInstallFailure } from './install.mjs';
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
