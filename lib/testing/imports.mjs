import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The test files of Vitest. @returns {string[]} paths from the root of the repository */
export function listTests() {
  return ['app', 'components', 'deploy', 'lib', 'proofs'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.test\.tsx?$/.test(name))
      .map((name) => join(folder, name)),
  );
}

/**
 * The files of this project that a file imports when it runs. Imports of types do not count.
 * @param {string} file @param {string} text of the file
 * @returns {string[]} paths from the root of the repository
 */
export function findImportedFiles(file, text) {
  const values = text.replaceAll(/^(?:im|ex)port type [^;]+;/gm, '');
  const specifiers = values.matchAll(/\b(?:from |import |import\(\s*)'([^']+)'/g);
  return [...specifiers].flatMap(([, specifier = '']) => resolve(file, specifier) ?? []);
}

/**
 * The file of this project that an import refers to. Null for a package.
 * @param {string} file @param {string} specifier
 */
function resolve(file, specifier) {
  const base = specifier.startsWith('.')
    ? join(dirname(file), specifier)
    : specifier.startsWith('#')
      ? specifier.slice(1).replace(/^views\//, 'lib/')
      : null;
  if (base === null) return null;
  const candidates = ['', '.ts', '.tsx', '/index.ts', '/index.tsx'].map((end) => base + end);
  return candidates.find((path) => /\.\w+$/.test(path) && existsSync(path)) ?? null;
}
