import { mkdirSync, rmSync } from 'node:fs';
import { checkCatalogs } from '../i18n/check-catalogs.mjs';
import { hashInputs } from './build-inputs.mjs';
import { inProject, root } from './folders.mjs';
import { plainEnvironment, runTool } from './run-tool.mjs';
import { digest } from './stamp.mjs';

/** Builds Next's pages. The environment contains only what is needed to make two builds of the same sources equal. */
async function buildPages() {
  const next = inProject('node_modules', 'next', 'dist', 'bin', 'next');
  await runTool(
    'next build',
    [process.execPath, next, 'build'],
    plainEnvironment({
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      // There is no Server Action. Next writes a key for them into the build all the same, which would be random.
      NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: Buffer.from(digest(hashInputs()), 'hex').toString('base64'),
    }),
    (line) =>
      tell(
        `2 of 3: pages, ${line
          .replace(/^\W+/, '')
          .replace(/[ .…]+$/, '')
          .toLowerCase()}`,
      ),
  );
}

/**
 * Packages that stay files of their own: native code and WebAssembly, what finds its parts by itself, and what must be
 * there once because another of them loads it too.
 */
const unbundled = [
  'next',
  'react',
  'react-dom',
  '@prisma/*',
  'better-sqlite3',
  'pg',
  '@node-rs/*',
  'pino',
  // Without its API, which a package that every start loads needs too.
  '@opentelemetry/core',
  '@opentelemetry/exporter-*',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-*',
];

/**
 * Bundles the server and the command line with their packages: a start finds, reads and compiles a few files instead of
 * a thousand. Parts that only one command needs are in their own files.
 */
async function bundleServer() {
  const { build } = await import('esbuild');
  for (const former of ['chunks', 'compile-cache']) rmSync(inProject('dist', former), { recursive: true, force: true });
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
    external: unbundled,
    // Packages in the older format call require.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
    jsx: 'automatic',
    sourcemap: 'linked',
    sourcesContent: false,
    logLevel: 'error',
    // This package throws outside Next's own bundles, where it prevents use in a browser.
    alias: { 'server-only': inProject('lib', 'cli', 'empty.mjs') },
  });
}

/** The phase, for whoever waits. @param {string} text */
const tell = (text) => process.stdout.write(`${text}\n`);

tell('1 of 3: catalogs');
checkCatalogs();
tell('2 of 3: pages');
await buildPages();
tell('3 of 3: server');
await bundleServer();
