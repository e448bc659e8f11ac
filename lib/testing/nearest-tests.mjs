import { readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { findImportedFiles, listTests } from './imports.mjs';

/** The position of a test that has to run whatever it imports. */
const always = 3;

/**
 * The test files that import one of the files, even indirectly. The nearest ones come first: those of the same name,
 * then those with few imports or few folders in between. What imports a file only through `lib/testing` reaches nearly
 * every file, so these imports do not make a test near.
 * @param {readonly string[]} files
 * @param {readonly string[]} others test files that run too
 * @returns {string[]}
 */
export function findNearestTests(files, others = []) {
  const importers = findImporters();
  const reached = countImports(files, (file) => importers.get(file) ?? []);
  const near = countImports(files, (file) => (isHarness(file) ? [] : (importers.get(file) ?? [])));
  const position = (/** @type {string} */ test) =>
    Math.min(
      near.get(test) ?? Number.POSITIVE_INFINITY,
      others.includes(test) ? always : Number.POSITIVE_INFINITY,
      ...files.map((file) => (isNamedAfter(test, file) ? 0 : 2 + countFolders(test, file))),
    );
  return listTests()
    .filter((test) => reached.has(test) || others.includes(test))
    .map((test) => ({ test, position: position(test) }))
    .sort((a, b) => a.position - b.position)
    .map(({ test }) => test);
}

/** @type {Map<string, string[]> | null} */
let known = null;

/** The files that import a file, of all that the tests import. They are read once in a process. */
function findImporters() {
  if (known !== null) return known;
  /** @type {Map<string, string[]>} */
  const importers = new Map();
  // Grows during the loop: the imports of its files are appended.
  const files = new Set(listTests());
  for (const file of files) {
    if (!/\.(tsx?|mjs)$/.test(file)) continue;
    for (const imported of new Set(findImportedFiles(file, readFileSync(file, 'utf8')))) {
      importers.set(imported, [...(importers.get(imported) ?? []), file]);
      files.add(imported);
    }
  }
  known = importers;
  return importers;
}

/**
 * The number of imports between the files and each file that `next` leads to.
 * @param {readonly string[]} files @param {(file: string) => readonly string[]} next
 */
function countImports(files, next) {
  const count = new Map(files.map((file) => [file, 0]));
  // Grows during the loop.
  for (const [file, imports] of count) {
    for (const importer of next(file)) if (!count.has(importer)) count.set(importer, imports + 1);
  }
  return count;
}

/** @param {string} file */
function isHarness(file) {
  return file.startsWith('lib/testing/') && !/\.test\.tsx?$/.test(file);
}

/** @param {string} test @param {string} file */
function isNamedAfter(test, file) {
  return dirname(test) === dirname(file) && basename(test).split('.')[0] === basename(file).split('.')[0];
}

/** The folders between two files: 0 in the same folder. @param {string} one @param {string} other */
function countFolders(one, other) {
  const [from, to] = [dirname(one).split('/'), dirname(other).split('/')];
  const shared = from.findIndex((name, index) => name !== to[index]);
  return shared === -1 ? to.length - from.length : from.length + to.length - 2 * shared;
}
