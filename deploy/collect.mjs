/**
 * Copies what a running server needs into an empty folder: the build, and of each package only the files that the build
 * can load. No npm is needed there: node dist/signet.js start
 *
 * usage: node deploy/collect.mjs FOLDER, in the repository, after node lib/cli/prepare.mjs build
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import { folders, loadedByPath } from './run-time-files.mjs';

const require = createRequire(import.meta.url);
const root = join(import.meta.dirname, '..');

const target = process.argv[2] ?? '';
if (target === '') fail('usage: node deploy/collect.mjs FOLDER');
if (existsSync(target) && readdirSync(target).length > 0) fail(`${target} is not empty`);
if (!existsSync(join(root, 'dist', 'signet.js'))) fail('there is no build: run node lib/cli/prepare.mjs build');

for (const { path, except } of folders) {
  const isWanted = (/** @type {string} */ file) =>
    !except.includes(relative(join(root, path), file).split(sep)[0] ?? '');
  cpSync(join(root, path), join(target, path), { recursive: true, verbatimSymlinks: true, filter: isWanted });
}
// The folders are there whole: of what else is traced, packages are needed, and what Next's configuration imports.
const traced = [...(await traceServer()), ...tracedByNext()].filter((path) => path.startsWith('node_modules/'));
const files = new Set([...traced, ...(await trace(['next.config.js']))]);
for (const file of files) copy(file);
process.stdout.write(`${target}: the build and ${files.size} other files\n`);

/** What the server and the command line import. @returns {Promise<string[]>} paths from the root */
async function traceServer() {
  const chunks = readdirSync(join(root, 'dist', 'chunks')).filter((name) => name.endsWith('.js'));
  const byPath = loadedByPath.flatMap((specifier) => [
    relative(root, require.resolve(specifier)),
    `node_modules/${nameOfPackage(specifier)}/package.json`,
  ]);
  return trace(['dist/signet.js', ...chunks.map((name) => `dist/chunks/${name}`), ...byPath]);
}

/** What some files import, they included. @param {string[]} entries paths from the root, as all paths here */
async function trace(entries) {
  /** @type {{ nodeFileTrace: (files: string[], options: object) => Promise<{ fileList: Set<string> }> }} */
  const { nodeFileTrace } = require('next/dist/compiled/@vercel/nft');
  const { fileList } = await nodeFileTrace(
    entries.map((path) => join(root, path)),
    { base: root },
  );
  return [...fileList];
}

/** What Next's server and its pages import, as `next build` has found out. @returns {string[]} paths from the root */
function tracedByNext() {
  const next = join(root, '.next');
  const lists = readdirSync(next, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.nft.json'));
  return lists.flatMap((list) => {
    /** @type {{ files: string[] }} */
    const { files: own } = JSON.parse(readFileSync(join(next, list), 'utf8'));
    return own.map((file) => relative(root, join(next, dirname(list), file)));
  });
}

/** @param {string} specifier such as `@scope/name/file.json` */
function nameOfPackage(specifier) {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/** @param {string} path from the root */
function copy(path) {
  mkdirSync(dirname(join(target, path)), { recursive: true });
  // Links between packages stay links.
  cpSync(join(root, path), join(target, path), { recursive: true, verbatimSymlinks: true, force: true });
}

/** @param {string} problem @returns {never} */
function fail(problem) {
  process.stderr.write(`${problem}\n`);
  process.exit(1);
}
