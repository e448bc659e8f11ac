/**
 * Prepares what `npm start`, `npm test` and `npm run signet` need: everything on a fresh clone, and later only what is
 * out of date. If nothing is, it prints nothing. It runs on plain Node, because there may be no packages yet. It prints
 * only to stderr, because stdout belongs to the command that follows.
 *
 * usage: node lib/cli/prepare.mjs start | signet | build | test
 */
import { build } from './build-step.mjs';
import { docs } from './docs.mjs';
import { inProject } from './folders.mjs';
import { generate } from './generate.mjs';
import { guides } from './guides.mjs';
import { install } from './install.mjs';
import { withLock } from './lock.mjs';
import { pageScripts } from './page-scripts.mjs';
import { pageStyle } from './page-style.mjs';

const stepsOf = {
  start: [install, generate, pageScripts, pageStyle, guides, docs, build],
  signet: [install, generate, pageScripts, pageStyle, guides, docs, build],
  build: [install, generate, pageScripts, pageStyle, guides, docs, build],
  // The test runner builds later, when it reaches the tests that need a build.
  test: [install, generate, pageScripts, pageStyle, guides, docs],
};

/** @param {keyof typeof stepsOf} purpose */
async function prepare(purpose) {
  const steps = stepsOf[purpose];
  if (!steps.some((step) => step.isNeeded())) return;
  const say = (/** @type {string} */ text) => process.stderr.write(`${text}\n`);
  await withLock(
    inProject('dist', '.lock'),
    async () => {
      for (const step of steps) {
        if (!step.isNeeded()) continue;
        say(`${step.title} …`);
        await step.run();
      }
    },
    () => say('Another process is preparing this folder; waiting for it …'),
  );
}

process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));

const purpose = process.argv[2] ?? '';
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
