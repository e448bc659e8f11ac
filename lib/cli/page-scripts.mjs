import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { hashInputs } from './build-inputs.mjs';
import { inProject, root } from './folders.mjs';
import { digest, stampedStep } from './stamp.mjs';

const folder = inProject('lib', 'http', 'generated');

/**
 * Modules in `browser` import nothing of ours from other folders. The versions of their packages are in the lockfile.
 */
const inputs = () => digest(hashInputs(['browser', 'package-lock.json', 'lib/cli/page-scripts.mjs']));

/** The modules that pages load, by their file names in `browser`. */
const modules = /** @type {const} */ (['people', 'admin', 'docs']);

/**
 * Generates the modules of the pages as strings in a module of the server. The address of each file contains a hash of
 * its content.
 */
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
 * A module with the files that it loads later. Each module is bundled separately, because a shared part would be an
 * additional file for both.
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
