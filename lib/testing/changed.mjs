import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { listTests } from './imports.mjs';
import { findNearestTests } from './nearest-tests.mjs';

/**
 * @typedef {object} ChangedTests What `npm test -- changed` runs besides lint and types.
 * @property {string[]} tests test files for SQLite, the nearest to the change first
 * @property {string[]} database those for PostgreSQL
 * @property {string[]} specs browser tests
 */

/**
 * The files that differ from a commit, including those that git does not track yet.
 * @param {string} ref
 * @returns {string[]} paths from the root of the repository, without deleted files
 */
export function listChangedFiles(ref) {
  const git = (/** @type {string[]} */ ...list) =>
    execFileSync('git', list, { encoding: 'utf8' })
      .split('\0')
      .filter((path) => path !== '');
  const differing = git('diff', '-z', '--name-only', '--relative', ref, '--');
  const unknown = git('ls-files', '-z', '--others', '--exclude-standard');
  return [...new Set([...differing, ...unknown])].filter((path) => existsSync(path)).sort();
}

/** SQL is in the stores, in lib/db, and in files that open a transaction. */
const databaseFile = /^(lib\/db|prisma)\/|store\.ts$/;
const databaseCode = /\$(query|execute)Raw|\btransaction\(|\bPreparedWrite\b/;

/**
 * Tests that read files of the repository (documents, styles, routes) run after every change, because they do not
 * import these files.
 * @param {readonly string[]} files
 * @param {(file: string) => string} read
 * @returns {ChangedTests}
 */
export function planChangedTests(files, read) {
  if (files.length === 0) return { tests: [], database: [], specs: [] };
  const code = files.filter((file) => /^(lib|app|components)\/.*\.(tsx?|mjs|json|css)$|^[\w-]+\.ts$/.test(file));
  const database = code.filter(
    (file) => databaseFile.test(file) || (/\.ts$/.test(file) && databaseCode.test(read(file))),
  );
  const all = listTests();
  const schema = files.some((file) => file.startsWith('prisma/'))
    ? all.filter((file) => file.startsWith('lib/db/'))
    : [];
  const readers = all.filter((file) => /\bread(File|dir)Sync\(/.test(readFileSync(file, 'utf8')));
  return {
    tests: findNearestTests(code, [...schema, ...readers]),
    database: findNearestTests(database, schema),
    specs: files.filter((file) => /^e2e\/.*\.spec\.ts$/.test(file)),
  };
}
