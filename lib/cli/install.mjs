import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { inProject } from './folders.mjs';
import { runTool, ToolFailed } from './run-tool.mjs';
import { digest, stampedStep } from './stamp.mjs';

const header = inProject('lib', 'cli', 'object-wrap.h');
const driver = inProject('node_modules', 'better-sqlite3', 'build', 'Release', 'better_sqlite3.node');
/** Is there when the driver is compiled, and not when it was downloaded. */
const makefile = inProject('node_modules', 'better-sqlite3', 'build', 'Makefile');

/** What the installed packages depend on: the lockfile, and the Node version and the header they were compiled with. */
function inputs() {
  const lockfile = readFileSync(inProject('package-lock.json'));
  return digest(lockfile, process.versions.modules, process.platform, process.arch, readFileSync(header));
}

/** Whether a compiled better-sqlite3 can abort the process: see object-wrap.h. @param {Buffer} binary */
export function removesHooks(binary) {
  return binary.includes('RemoveEnvironmentCleanupHook');
}

/** There are all packages. */
const all = inProject('node_modules', '.signet-install');
/** There are those that the server and its build need. */
const few = inProject('node_modules', '.signet-install-start');

/** Installs the packages of the lockfile that the server and its build need, regardless of NODE_ENV. */
export const install = stampedStep({
  title: 'Installing packages',
  stamp: few,
  orStamp: all,
  inputs,
  async make(tell) {
    rmSync(all, { force: true });
    await runNpm(['ci', '--omit=dev'], (entry) => entry.dev !== true, tell);
    await prepareDriver(tell);
  },
});

/**
 * Installs those that tests and development need too. They are added to the others, and stay until the lockfile changes,
 * so that a start after a test installs nothing.
 */
export const installAll = stampedStep({
  title: 'Installing packages, including those for tests',
  stamp: all,
  inputs,
  async make(tell) {
    const words = install.isNeeded() ? ['ci', '--include=dev'] : ['install', '--no-save', '--include=dev'];
    await runNpm(words, () => true, tell);
    await prepareDriver(tell);
  },
});

const environment = {
  ...process.env,
  // Used if better-sqlite3 is compiled here. SQLite is as fast as with -O3, and compiled in four fifths of the time.
  CFLAGS: process.env.CFLAGS ?? '-O2',
  CXXFLAGS: `${process.env.CXXFLAGS ?? '-O2'} -include "${header}"`,
  npm_config_jobs: process.env.npm_config_jobs ?? 'max',
  // Prisma's packages would download engines that we never run.
  PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
  PRISMA_SKIP_POSTINSTALL_GENERATE: '1',
};

/** @typedef {{ dev?: boolean, optional?: boolean, link?: boolean }} LockEntry */

/**
 * Runs npm and counts the packages that are there.
 * @param {string[]} words @param {(entry: LockEntry) => boolean} isWanted @param {(text: string) => void} tell
 */
async function runNpm(words, isWanted, tell) {
  /** @type {{ packages: Record<string, LockEntry> }} */
  const { packages } = JSON.parse(readFileSync(inProject('package-lock.json'), 'utf8'));
  const wanted = Object.entries(packages).filter(
    ([path, entry]) => path !== '' && entry.optional !== true && isWanted(entry),
  );
  const count = () => wanted.filter(([path]) => existsSync(inProject(path, 'package.json'))).length;
  const timer = setInterval(
    () => tell(tellPackages({ present: count(), wanted: wanted.length, isCompiling: existsSync(makefile) })),
    1_000,
  );
  try {
    await runTool(`npm ${words[0]}`, [...npm(), ...words, '--no-audit', '--no-fund', '--loglevel=error'], environment);
    tell(`${count()} packages`);
  } catch (error) {
    throw explainInstallFailure(error);
  } finally {
    clearInterval(timer);
  }
}

/** How far npm is. @param {{ present: number, wanted: number, isCompiling: boolean }} state */
export function tellPackages({ present, wanted, isCompiling }) {
  const counted = `${present} of ${wanted} packages`;
  if (present < wanted) return counted;
  // There is no binary for this system, or it could not be downloaded.
  return `${counted}, now ${isCompiling ? 'compiling better-sqlite3, which takes minutes' : 'their install scripts'}`;
}

/**
 * Replaces a downloaded driver that was compiled without the header, and opens a database with it.
 * @param {(text: string) => void} tell
 */
async function prepareDriver(tell) {
  try {
    if (removesHooks(readFileSync(driver))) {
      tell('compiling better-sqlite3');
      const fromSource = { ...environment, npm_config_build_from_source: 'true' };
      await runTool('npm rebuild', [...npm(), 'rebuild', 'better-sqlite3', '--loglevel=error'], fromSource);
      if (removesHooks(readFileSync(driver))) throw new Error(`${driver} was compiled without ${header}.`);
    }
    const open = "new (require('better-sqlite3'))(':memory:')";
    await runTool('better-sqlite3', [process.execPath, '-e', open], process.env);
  } catch (error) {
    throw explainInstallFailure(error);
  }
}

/** The npm that runs this script, otherwise the one on the path. */
function npm() {
  const own = process.env.npm_execpath;
  return own?.endsWith('.js') ? [process.execPath, own] : ['npm'];
}

/**
 * One sentence with the remedy if the only package with native code could not be installed. What the tools printed is
 * in a file.
 * @param {unknown} error
 * @param {string} file
 */
export function explainInstallFailure(error, file = inProject('dist', 'install.log')) {
  if (!(error instanceof ToolFailed) || !/better-sqlite3|better_sqlite3/.test(error.output)) return error;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, error.output);
  return new Error(
    'The database driver better-sqlite3 could not be downloaded or compiled. Install Python 3, make and a C++ ' +
      'compiler (Debian, Ubuntu: apt-get install python3 make g++; macOS: xcode-select --install), or allow access to ' +
      `https://github.com, which has its binary for Node ${process.version} on ${process.platform}-${process.arch} ` +
      `(behind a proxy: set HTTPS_PROXY). Then start again. ${file} has the output of the tools.`,
  );
}
