import { readFileSync } from 'node:fs';
import { findImportedFiles, listTests } from './imports.mjs';

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
  return { imports: findImportedFiles(file, text), asksForDatabase: /\binject\('database'\)/.test(text) };
}
