import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { hashInputs } from './build-inputs.mjs';
import { inProject, root } from './folders.mjs';
import { digest, stampedStep } from './stamp.mjs';

const folder = inProject('lib', 'http', 'generated');

/** Of all that the style is made from; Tailwind's version stands in the lockfile. */
const inputs = () =>
  digest(hashInputs(['app/globals.css', 'app/tokens.css', 'app/components.css', 'components', 'package-lock.json']));

/** The style sheet of the pages outside Next: what their components use of app/globals.css, as a string in a module. */
export const pageStyle = stampedStep({
  title: 'Generating the style sheet',
  stamp: join(folder, '.stamp'),
  inputs,
  async make() {
    const [{ transform }, { compile }] = await Promise.all([import('esbuild'), import('tailwindcss')]);
    const source = inProject('app', 'globals.css');
    const { build } = await compile(readFileSync(source, 'utf8'), { base: dirname(source), loadStylesheet });
    const { code } = await transform(build(await findCandidates()), {
      loader: 'css',
      minify: true,
      target: ['chrome111', 'firefox114', 'safari16.4'],
    });
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'page-style.ts'), `export const pageStyle = ${JSON.stringify(code.trim())};\n`);
  },
});

/**
 * An `@import` of a style sheet: a file of ours, or a package's own.
 * @param {string} id
 * @param {string} base
 */
async function loadStylesheet(id, base) {
  const path = id.startsWith('.')
    ? join(base, id)
    : join(dirname(createRequire(import.meta.url).resolve(`${id}/package.json`)), 'index.css');
  return { path, base: dirname(path), content: readFileSync(path, 'utf8') };
}

/** Every word in the components that the server itself renders; those that are no class have no style. */
async function findCandidates() {
  const { build } = await import('esbuild');
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['server.ts'],
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    external: ['*/page-style'],
    jsx: 'automatic',
    logLevel: 'error',
  });
  const components = Object.keys(metafile.inputs).filter((file) => file.startsWith('components/'));
  return components.flatMap((file) => readFileSync(inProject(file), 'utf8').split(/[\s'"`]+/));
}
