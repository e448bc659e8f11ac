import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {object} ChangedTests What `npm test -- changed` runs besides lint and types.
 * @property {string[]} sources files whose tests run on SQLite: those that import them, and themselves if they are
 * tests
 * @property {string[]} database files whose tests run on PostgreSQL too
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
 * @param {readonly string[]} files
 * @param {(file: string) => string} read
 * @returns {ChangedTests}
 */
export function planChangedTests(files, read) {
  const schema = files.some((file) => file.startsWith('prisma/')) ? listTests('lib/db', () => true) : [];
  const code = files.filter((file) => /^(lib|app|components)\/.*\.(tsx?|mjs|json|css)$|^[\w-]+\.ts$/.test(file));
  const database = code.filter(
    (file) => databaseFile.test(file) || (/\.ts$/.test(file) && databaseCode.test(read(file))),
  );
  const readers = files.length === 0 ? [] : listTests('lib', (text) => /\bread(File|dir)Sync\(/.test(text));
  return {
    sources: [...new Set([...code, ...schema, ...readers])],
    database: [...new Set([...database, ...schema])],
    specs: files.filter((file) => /^e2e\/.*\.spec\.ts$/.test(file)),
  };
}

/**
 * The test files of a folder whose text matches. Those that read files of the repository (documents, styles, routes)
 * run after every change, because they do not import these files.
 * @param {string} folder @param {(text: string) => boolean} matches
 */
function listTests(folder, matches) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.test\.tsx?$/.test(name))
    .map((name) => join(folder, name))
    .filter((file) => matches(readFileSync(file, 'utf8')));
}
