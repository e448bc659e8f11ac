import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { hashInputs } from './build-inputs.mjs';
import { inProject, root } from './folders.mjs';
import { digest, stampedStep } from './stamp.mjs';

const folder = inProject('lib', 'http', 'generated');

/** Modules in `browser` import nothing of ours from elsewhere; the versions of their packages stand in the lockfile. */
const inputs = () => digest(hashInputs(['browser', 'package-lock.json', 'lib/cli/page-scripts.mjs']));

/** The modules that pages load, by the names of their files in `browser`. */
const modules = /** @type {const} */ (['people', 'admin', 'docs']);

/** The modules of the pages, as strings in a module of the server: each file by an address that names its content. */
export const pageScripts = stampedStep({
  title: 'Generating the scripts of the pages',
  stamp: join(folder, '.scripts-stamp'),
  inputs,
  async make() {
    const bundles = await Promise.all(modules.map(bundle));
    const addresses = Object.fromEntries(modules.map((name, index) => [name, bundles[index]?.address ?? '']));
    const files = Object.assign({}, ...bundles.map(({ files }) => files));
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      join(folder, 'page-scripts.ts'),
      `export const scriptAddresses = ${JSON.stringify(addresses)};\n` +
        `export const scriptFiles: Readonly<Record<string, string>> = ${JSON.stringify(files)};\n`,
    );
  },
});

/**
 * One module with the files that it loads later. Each is bundled by itself: a part that two share would be a file more
 * for both.
 * @param {string} name
 */
async function bundle(name) {
  const { build } = await import('esbuild');
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: { [name]: `browser/${name}.ts` },
    outdir: 'dist/scripts',
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    write: false,
    metafile: true,
    minify: true,
    platform: 'browser',
    format: 'esm',
    target: ['chrome111', 'firefox114', 'safari16.4'],
    legalComments: 'none',
    logLevel: 'error',
  });
  const files = Object.fromEntries(outputFiles.map(({ path, text }) => [addressOf(path), text]));
  const [entry = ''] =
    Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint?.endsWith(`/${name}.ts`)) ?? [];
  return { address: addressOf(entry), files };
}

/** @param {string} path */
function addressOf(path) {
  return `/_signet/${basename(path)}`;
}
