import { readFileSync } from 'node:fs';
import { inProject } from './folders.mjs';
import { runTool, ToolFailed } from './run-tool.mjs';
import { digest, stampedStep } from './stamp.mjs';

/** What the installed packages depend on: the lockfile, and the Node version they were compiled for. */
function inputs() {
  const lockfile = readFileSync(inProject('package-lock.json'));
  return digest(lockfile, process.versions.modules, process.platform, process.arch);
}

/** Installs the packages of the lockfile, including those for building and testing, regardless of NODE_ENV. */
export const install = stampedStep({
  title: 'Installing packages',
  stamp: inProject('node_modules', '.signet-install'),
  inputs,
  async make() {
    try {
      await runTool('npm ci', [...npm(), 'ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
        ...process.env,
        // Prisma's packages would download engines that we never run.
        PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
        PRISMA_SKIP_POSTINSTALL_GENERATE: '1',
      });
      await runTool(
        'better-sqlite3',
        [process.execPath, '-e', "new (require('better-sqlite3'))(':memory:')"],
        process.env,
      );
    } catch (error) {
      throw explainInstallFailure(error);
    }
  },
});

/** The npm that runs this script, otherwise the one on the path. */
function npm() {
  const own = process.env.npm_execpath;
  return own?.endsWith('.js') ? [process.execPath, own] : ['npm'];
}

/**
 * Explains what to do if the only package with native code could not be installed.
 * @param {unknown} error
 */
export function explainInstallFailure(error) {
  if (!(error instanceof ToolFailed) || !/better-sqlite3|better_sqlite3/.test(error.output)) return error;
  return new Error(
    `${error.message}\n
The database driver better-sqlite3 could be neither downloaded nor compiled. It needs one of the two:
  - a way to https://github.com, where its prebuilt binary for Node ${process.version} on ${process.platform}-${process.arch} lies
    (behind a proxy: set HTTPS_PROXY), or
  - Python 3, make and a C++ compiler (Debian, Ubuntu: apt-get install python3 make g++; macOS: xcode-select --install).
Then start again.`,
  );
}
