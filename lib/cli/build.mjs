import { mkdirSync, rmSync } from 'node:fs';
import { checkCatalogs } from '../i18n/check-catalogs.mjs';
import { hashInputs } from './build-inputs.mjs';
import { inProject, root } from './folders.mjs';
import { plainEnvironment, runTool } from './run-tool.mjs';
import { digest } from './stamp.mjs';

/** Next's pages. The environment only has what makes two builds of the same sources the same. */
async function buildPages() {
  const next = inProject('node_modules', 'next', 'dist', 'bin', 'next');
  await runTool(
    'next build',
    [process.execPath, next, 'build'],
    plainEnvironment({
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      // Gives the Server Actions the same names on every node. Their values are sealed at run time under the secret's
      // own key.
      NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: Buffer.from(digest(hashInputs()), 'hex').toString('base64'),
    }),
  );
}

/** The server and the command line, with the parts that only one command needs in files of their own. */
async function bundleServer() {
  const { build } = await import('esbuild');
  rmSync(inProject('dist', 'chunks'), { recursive: true, force: true });
  mkdirSync(inProject('dist'), { recursive: true });
  await build({
    absWorkingDir: root,
    entryPoints: { signet: 'lib/cli/signet.ts' },
    outdir: 'dist',
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    packages: 'external',
    jsx: 'automatic',
    sourcemap: 'linked',
    logLevel: 'error',
    // It throws outside Next's own bundles, where it guards against use in a browser.
    alias: { 'server-only': inProject('lib', 'cli', 'empty.mjs') },
  });
}

checkCatalogs();
await buildPages();
await bundleServer();
