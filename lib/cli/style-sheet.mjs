import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { inProject, root } from './folders.mjs';

/**
 * Compiles a style sheet with Tailwind for the classes among some words, as one line.
 * @param {string} file relative to the project's folder
 * @param {string[]} candidates
 */
export async function compileStyle(file, candidates) {
  const [{ transform }, { compile }] = await Promise.all([import('esbuild'), import('tailwindcss')]);
  const source = inProject(file);
  const { build } = await compile(readFileSync(source, 'utf8'), { base: dirname(source), loadStylesheet });
  const { code } = await transform(build(candidates), {
    loader: 'css',
    minify: true,
    target: ['chrome111', 'firefox114', 'safari16.4'],
  });
  return code.trim();
}

/**
 * All files of ours that a program consists of.
 * @param {string[]} entryPoints relative to the project's folder
 * @param {string[]} external modules that are left out
 */
export async function filesBehind(entryPoints, external = []) {
  const { build } = await import('esbuild');
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints,
    // Nothing is written, but several entry points require an output folder.
    outdir: 'dist',
    write: false,
    bundle: true,
    metafile: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    external,
    jsx: 'automatic',
    logLevel: 'error',
  });
  return Object.keys(metafile.inputs);
}

/**
 * All words in these files. Words that are not a class have no style.
 * @param {string[]} files relative to the project's folder
 */
export function wordsOf(files) {
  return files.flatMap((file) => readFileSync(inProject(file), 'utf8').split(/[\s'"`]+/));
}

/**
 * An `@import` in a style sheet: a file of ours, or one of a package.
 * @param {string} id
 * @param {string} base
 */
async function loadStylesheet(id, base) {
  const path = id.startsWith('.')
    ? join(base, id)
    : join(dirname(createRequire(import.meta.url).resolve(`${id}/package.json`)), 'index.css');
  return { path, base: dirname(path), content: readFileSync(path, 'utf8') };
}
