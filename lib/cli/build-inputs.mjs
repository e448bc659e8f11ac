import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/** The documents that are pages of /docs, relative to the project's folder. */
export const documents = readdirSync(join(root, 'docs'))
  .filter((name) => name.endsWith('.md'))
  .sort()
  .map((name) => `docs/${name}`);

/** The files that the build reads. */
const inputs = [
  ...documents,
  'app',
  'browser',
  'components',
  'lib',
  'public',
  'prisma/schema.prisma',
  'proxy.ts',
  'server.ts',
  'next.config.js',
  'postcss.config.mjs',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
];

/** These folders and names are not part of the build. */
const ignored = /(^|\/)(testing|generated)$|\.test\.tsx?$|\.d\.json\.ts$/;

/**
 * A digest of sources by name and content. It is the same on every machine with the same sources.
 * @param {readonly string[]} paths every source that the build reads, if left out
 * @returns {string} 32 characters
 */
export function hashInputs(paths = inputs) {
  const list = paths.flatMap(listFiles).map((file) => `${file}\0${digestOf(file)}\0`);
  return hash('sha256', list.join('')).slice(0, 32);
}

/** @type {Map<string, string>} */
const digests = new Map();

/** @param {string} file read once, although several steps depend on it: an edit after that makes them run again later */
function digestOf(file) {
  const digest = digests.get(file) ?? hash('sha256', readFileSync(join(root, file)));
  digests.set(file, digest);
  return digest;
}

/**
 * @param {string} path relative to the project's folder
 * @returns {string[]} the files at and below it, in the same order everywhere
 */
function listFiles(path) {
  if (ignored.test(path) || !existsSync(join(root, path))) return [];
  return statSync(join(root, path)).isDirectory() ? listFolder(path) : [path];
}

/** The files that have classes: the components, and the views among the files of lib. */
export function views() {
  return [...listFiles('components'), ...listFiles('lib').filter((file) => file.endsWith('.tsx'))];
}

/** @param {string} folder @returns {string[]} Every command waits for this, so no file is asked for its kind */
function listFolder(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (ignored.test(path)) return [];
      return entry.isDirectory() ? listFolder(path) : [path];
    });
}
