import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { hashInputs, views } from './build-inputs.mjs';
import { inProject, root } from './folders.mjs';
import { digest, stampedStep } from './stamp.mjs';

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

const folder = inProject('lib', 'http', 'generated');

/** A digest of all inputs of the style. Tailwind's version is in the lockfile. */
const inputs = () =>
  digest(
    hashInputs([
      ...['globals', 'tokens', 'components'].map((name) => `app/${name}.css`),
      ...views(),
      'package-lock.json',
    ]),
  );

/**
 * Generates the style sheet of the pages outside Next as a string in a module. It contains what their components use of
 * app/globals.css.
 */
export const pageStyle = stampedStep({
  title: 'Generating the style sheet',
  stamp: join(folder, '.stamp'),
  inputs,
  async make() {
    const style = await compileStyle('app/globals.css', wordsOf(await pageViews()));
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'page-style.ts'), `export const pageStyle = ${JSON.stringify(style)};\n`);
  },
});

/** The views and components that the server itself renders, without the documentation, which has its own style sheet. */
export async function pageViews() {
  const files = await filesBehind(['server.ts'], ['*/page-style', '*/answer-docs']);
  return files.filter((file) => /^(components\/|lib\/.*\.tsx$)/.test(file));
}
