import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

/**
 * Bundles a TypeScript module of this project and imports it, for development tools and for child processes of tests,
 * because Node 20 does not run TypeScript.
 * @param {string} file relative to the project's folder, which is the working directory
 * @returns {Promise<any>} the exports of the module
 */
export async function runTypeScript(file) {
  const bundle = await bundleTypeScript(file);
  try {
    return await import(pathToFileURL(bundle).href);
  } finally {
    rmSync(bundle, { force: true });
  }
}

/**
 * @param {string} file relative to the working directory
 * @param {{ sourcemap?: boolean, alias?: Record<string, string> }} [options] whether to write a source map next to the
 * module, and modules that replace others
 * @returns {Promise<string>} path of the bundled module, which is next to node_modules so that packages are found
 */
export async function bundleTypeScript(file, { sourcemap = false, alias = {} } = {}) {
  const folder = join(process.cwd(), 'node_modules/.cache/signet');
  mkdirSync(folder, { recursive: true });
  const outfile = join(folder, `${file.replace(/\W/g, '-')}-${process.pid}-${performance.now()}.mjs`);
  await build({
    entryPoints: [file],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    sourcemap,
    alias: { 'server-only': join(process.cwd(), 'lib/testing/empty.ts'), ...alias },
    logLevel: 'error',
  });
  return outfile;
}
