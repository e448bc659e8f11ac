import { readFileSync } from 'node:fs';
import { inProject } from './folders.mjs';
import { runTool, ToolFailed } from './run-tool.mjs';
import { digest, stampedStep } from './stamp.mjs';

const header = inProject('lib', 'cli', 'object-wrap.h');
const driver = inProject('node_modules', 'better-sqlite3', 'build', 'Release', 'better_sqlite3.node');

/** What the installed packages depend on: the lockfile, and the Node version and the header they were compiled with. */
function inputs() {
  const lockfile = readFileSync(inProject('package-lock.json'));
  return digest(lockfile, process.versions.modules, process.platform, process.arch, readFileSync(header));
}

/** Whether a compiled better-sqlite3 can abort the process: see object-wrap.h. @param {Buffer} binary */
export function removesHooks(binary) {
  return binary.includes('RemoveEnvironmentCleanupHook');
}

/** Installs the packages of the lockfile, including those for building and testing, regardless of NODE_ENV. */
export const install = stampedStep({
  title: 'Installing packages',
  stamp: inProject('node_modules', '.signet-install'),
  inputs,
  async make() {
    const env = {
      ...process.env,
      // Used if better-sqlite3 is compiled here.
      CXXFLAGS: `${process.env.CXXFLAGS ?? ''} -include "${header}"`,
      // Prisma's packages would download engines that we never run.
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      PRISMA_SKIP_POSTINSTALL_GENERATE: '1',
    };
    try {
      await runTool('npm ci', [...npm(), 'ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], env);
      if (removesHooks(readFileSync(driver))) await compileDriver(env);
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

/** Replaces a downloaded driver that was compiled without the header. @param {Record<string, string | undefined>} env */
async function compileDriver(env) {
  const fromSource = { ...env, npm_config_build_from_source: 'true' };
  await runTool('npm rebuild', [...npm(), 'rebuild', 'better-sqlite3', '--loglevel=error'], fromSource);
  if (removesHooks(readFileSync(driver))) throw new Error(`${driver} was compiled without ${header}.`);
}

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
