/**
 * What `npm test` runs once everything is installed: format and lint, types, the unit and endpoint tests on both
 * databases, the production build and the tests in a browser. Ends with a table of the tests that ran; anything that
 * failed, did not run or was skipped gives exit code 1.
 *
 * usage: npm test [-- lint | types | unit | e2e [arguments of the tool…]]
 */
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { countBrowserTests, countUnitTests, formatTable } from './report.mjs';

const reports = 'node_modules/.cache/signet';

/** @type {Record<string, (() => Promise<import('./report.mjs').Row[]>)[]>} */
const parts = {
  lint: [() => check('format and lint', '@biomejs/biome/bin/biome', ['check', '--error-on-warnings', ...rest])],
  types: [() => check('types', 'typescript/bin/tsc', ['--noEmit', '--project', '.', ...rest])],
  unit: [() => unit('sqlite'), () => unit('postgresql')],
  e2e: [build, browser],
};

const [part, ...rest] = process.argv.slice(2);
if (part !== undefined && !Object.hasOwn(parts, part)) {
  console.error(`usage: npm test [-- ${Object.keys(parts).join(' | ')} [arguments of the tool…]]`);
  process.exit(2);
}

mkdirSync(reports, { recursive: true });
const rows = [];
for (const step of part === undefined ? Object.values(parts).flat() : parts[part]) rows.push(...(await step()));
console.log(`\n${formatTable(rows)}\n`);
process.exit(rows.every(({ problem }) => problem === null) ? 0 : 1);

/** @param {string} name @param {string} program @param {string[]} list */
async function check(name, program, list) {
  const { ok, seconds } = await run(name, [`node_modules/${program}`, ...list]);
  return [{ name, tests: null, seconds, problem: ok ? null : 'failed' }];
}

/** @param {string} dialect */
async function unit(dialect) {
  const report = `${reports}/report-${dialect}.json`;
  const list = [
    'run',
    '--project',
    dialect,
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...rest,
  ];
  const outcome = await run(`unit and endpoint tests on ${dialect}`, ['node_modules/vitest/vitest.mjs', ...list]);
  return [countUnitTests(`unit, ${dialect}`, report, outcome)];
}

async function build() {
  const { ok, seconds } = await run('production build, when stale', ['lib/cli/prepare.mjs', 'build']);
  return [{ name: 'build', tests: null, seconds, problem: ok ? null : 'failed' }];
}

async function browser() {
  const outcome = await run('tests in a browser', ['node_modules/playwright/cli.js', 'test', ...rest]);
  return countBrowserTests(`${reports}/report-e2e.json`, outcome);
}

/**
 * Runs a program of Node's with a heading.
 * @param {string} heading @param {string[]} list
 * @returns {Promise<import('./report.mjs').Outcome>}
 */
function run(heading, list) {
  console.log(`\n=== ${heading}\n`);
  const started = performance.now();
  // With NODE_ENV=production React and Vitest would behave differently than the tests expect.
  const { NODE_ENV: _, ...env } = process.env;
  const child = spawn(process.execPath, list, { stdio: 'inherit', env });
  const forward = (/** @type {NodeJS.Signals} */ signal) => child.kill(signal);
  process.on('SIGINT', forward).on('SIGTERM', forward);
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => {
      process.off('SIGINT', forward).off('SIGTERM', forward);
      if (signal === 'SIGINT' || signal === 'SIGTERM') process.exit(130);
      resolve({ ok: code === 0, seconds: (performance.now() - started) / 1000 });
    });
  });
}
