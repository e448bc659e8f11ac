import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { hashInputs } from './build-inputs.mjs';
import { docs } from './docs.mjs';
import { inProject } from './folders.mjs';
import { generate } from './generate.mjs';
import { driver, install, installAll } from './install.mjs';
import { withLock } from './lock.mjs';
import { pageScripts } from './page-scripts.mjs';
import { withProgress } from './progress.mjs';
import { plainEnvironment, runTool } from './run-tool.mjs';
import { digest, stampedStep } from './stamp.mjs';
import { pageStyle } from './style-sheet.mjs';

const english = inProject('lib', 'i18n', 'messages', 'en.json');
const declaration = inProject('lib', 'i18n', 'messages', 'en.d.json.ts');

/** Writes the English texts as types beside their catalog, from which the compiler reads keys and arguments. */
const messageTypes = stampedStep({
  title: 'Generating the types of the texts',
  stamp: inProject('dist', '.message-types'),
  results: [declaration],
  inputs: () => digest(readFileSync(english, 'utf8')),
  async make() {
    const json = readFileSync(english, 'utf8').trim();
    writeFileSync(declaration, `declare const messages: ${json};\nexport default messages;\n`);
    // The compiler keeps reporting errors that were fixed in a catalog (TypeScript 7.0.2).
    rmSync(inProject('tsconfig.tsbuildinfo'), { force: true });
  },
});

const guideSources = inProject('lib', 'admin', 'clients', 'guides');

/**
 * Collects the guides for clients and APIs, which are Markdown files, in one module, because a bundle reads no other
 * files.
 */
const guides = stampedStep({
  title: 'Collecting the guides',
  stamp: join(guideSources, 'generated', '.stamp'),
  inputs: () => digest(hashInputs(['lib/admin/clients/guides'])),
  async make() {
    const files = readdirSync(guideSources, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.md'),
    );
    const sources = Object.fromEntries(
      files
        .sort()
        .map((name) => [
          name.replaceAll('\\', '/').replace(/\.md$/, ''),
          readFileSync(join(guideSources, name), 'utf8'),
        ]),
    );
    const generated = join(guideSources, 'generated');
    mkdirSync(generated, { recursive: true });
    writeFileSync(
      join(generated, 'sources.ts'),
      `export const guideSources: Readonly<Record<string, string>> = ${JSON.stringify(sources)};\n`,
    );
  },
});

// In this order: the style sheet needs every module that the server is made of.
const making = [generate, pageScripts, guides, pageStyle, docs];

/** The production build: pages, server and command line. */
export const build = stampedStep({
  title: 'Building',
  stamp: inProject('dist', '.build'),
  results: [inProject('dist', 'signet.js'), inProject('.next', 'BUILD_ID')],
  inputs: () => hashInputs(),
  async make(tell) {
    const program = [process.execPath, inProject('lib', 'cli', 'build.mjs')];
    await runTool('the build', program, plainEnvironment({}), tell);
  },
});

const stepsOf = {
  start: { packages: install, others: [...making, build] },
  signet: { packages: install, others: [...making, build] },
  build: { packages: install, others: [...making, build] },
  // The test runner builds later, when it reaches the tests that need a build.
  test: { packages: installAll, others: [...making, messageTypes] },
};

/** @param {keyof typeof stepsOf} purpose */
async function prepare(purpose) {
  const { packages, others } = stepsOf[purpose];
  if (![packages, driver, ...others].some((step) => step.isNeeded())) return;
  await withLock(
    inProject('dist', '.lock'),
    async () => {
      await make([packages]);
      if (driver.isNeeded()) await makeBesideDriver(others);
      else await make(others);
    },
    () => process.stderr.write('Another process is preparing this folder. Waiting for it …\n'),
  );
}

/** @typedef {ReturnType<typeof stampedStep>} Step */

/** @param {readonly Step[]} steps */
async function make(steps) {
  for (const step of steps) {
    if (step.isNeeded()) await withProgress(step.title, ({ tell }) => step.run(tell));
  }
}

/**
 * Where the driver is compiled, one core is busy for a minute. The other steps run meanwhile, and the build with them:
 * then it costs nearly nothing.
 * @param {readonly Step[]} others
 */
async function makeBesideDriver(others) {
  const prepared = driver.run();
  const made = async () => {
    await make([...new Set([...others, build])]);
    await withProgress(driver.title, () => prepared);
  };
  // The first failure ends both.
  await Promise.all([prepared, made()]);
}

const stops = /** @type {const} */ ({ SIGINT: () => process.exit(130), SIGTERM: () => process.exit(143) });
for (const [signal, stop] of Object.entries(stops)) process.once(signal, stop);

const [, , purpose = '', ...words] = process.argv;
if (!Object.hasOwn(stepsOf, purpose)) {
  process.stderr.write(`usage: node lib/cli/prepare.mjs ${Object.keys(stepsOf).join(' | ')}\n`);
  process.exit(2);
}

try {
  await prepare(/** @type {keyof typeof stepsOf} */ (purpose));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
if (purpose === 'signet') await runCommand();

/** In this process, because another one would cost more processor time than `signet --help` itself. */
async function runCommand() {
  for (const [signal, stop] of Object.entries(stops)) process.off(signal, stop);
  const program = inProject('dist', 'signet.js');
  process.argv = [process.execPath, program, ...words];
  await import(pathToFileURL(program).href);
}
