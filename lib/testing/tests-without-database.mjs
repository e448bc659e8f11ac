import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const imported = /\bfrom '([^']+)'/g;
const database = 'lib/testing/database.ts';

/**
 * The test files that cannot use a database, because nothing they import opens one. Their results are the same on each
 * database, so they run only once.
 * @returns {string[]} paths from the root of the repository
 */
export function listTestsWithoutDatabase() {
  /** @type {Map<string, Source>} */
  const sources = new Map();
  const read = (/** @type {string} */ file) => {
    const source = sources.get(file) ?? readSource(file);
    sources.set(file, source);
    return source;
  };
  return listTests().filter((test) => {
    // Grows during the loop: the imports of its files are appended.
    const files = new Set([test]);
    for (const file of files) {
      const { imports, asksForDatabase } = read(file);
      if (file === database || asksForDatabase) return false;
      for (const next of imports) files.add(next);
    }
    return true;
  });
}

/** @typedef {{ imports: readonly string[], asksForDatabase: boolean }} Source */

/** @param {string} file @returns {Source} */
function readSource(file) {
  const text = readFileSync(file, 'utf8');
  const imports = [...text.matchAll(imported)].flatMap(([, specifier = '']) => resolve(file, specifier) ?? []);
  return { imports, asksForDatabase: /\binject\('database'\)/.test(text) };
}

/** @returns {string[]} */
function listTests() {
  return ['app', 'components', 'lib', 'proofs'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.test\.tsx?$/.test(name))
      .map((name) => join(folder, name)),
  );
}

/**
 * The file of this project that an import refers to. Null for a package.
 * @param {string} file @param {string} specifier
 */
function resolve(file, specifier) {
  const base = specifier.startsWith('.')
    ? join(dirname(file), specifier)
    : specifier.startsWith('#')
      ? specifier.slice(1)
      : null;
  if (base === null) return null;
  return ['', '.ts', '.tsx'].map((end) => base + end).find((path) => /\.\w+$/.test(path) && existsSync(path)) ?? null;
}
