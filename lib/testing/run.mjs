/**
 * What `npm test` runs once everything is installed: format and lint, types, the unit and endpoint tests on both
 * databases, the production build and the tests in a browser. Ends with a table of the tests that ran and the name of
 * each test that failed. The exit code is 1 if anything failed, did not run or was skipped. With CI in the environment
 * a failed test is tried once more. If it then passes, it counts as passed and is named as flaky.
 *
 * usage: npm test [-- lint | types | unit | e2e [arguments of the tool…]]
 *        npm test -- all                every suite on both databases, and the proofs, in two hours
 *        npm test -- changed [commit]   lint, types and the nearest tests, in two minutes
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { listChangedFiles, planChangedTests } from './changed.mjs';
import { countBrowserTests, countTestsInTime, countUnitTests, formatFailures, formatTable } from './report.mjs';
import { temporaryFolder } from './temporary-folder.mjs';
import { unitReportOf } from './vitest-report.mjs';

const reports = 'node_modules/.cache/signet';

/** @type {Record<string, (() => Promise<import('./report.mjs').Row[]>)[]>} */
const parts = {
  lint: [() => check('format and lint', '@biomejs/biome/bin/biome', ['check', '--error-on-warnings', ...rest])],
  types: [() => check('types', 'typescript/bin/tsc', ['--noEmit', '--project', '.', ...rest])],
  unit: [() => unit('sqlite'), () => unit('postgresql')],
  e2e: [build, () => browser()],
};

/** Lint, types and the tests for the files that differ from a commit. See docs/contributing.md. */
function changed() {
  const { tests, database, specs } = planChangedTests(listChangedFiles(rest[0] ?? 'HEAD'), (file) =>
    readFileSync(file, 'utf8'),
  );
  const lint = ['check', '--error-on-warnings'];
  return [
    () => check('format and lint', '@biomejs/biome/bin/biome', lint),
    () => check('types', 'typescript/bin/tsc', ['--noEmit', '--project', '.']),
    ...(tests.length > 0 ? [() => nearest('sqlite', tests, database.length > 0 ? 80 : 112)] : []),
    ...(database.length > 0 ? [() => nearest('postgresql', database, 112)] : []),
    ...(specs.length > 0 ? [build, () => browser(specs)] : []),
  ];
}

/** What takes too long for every change: see proofs. */
const proofs = ['races', 'crashes', 'attacks', 'conformance', 'model', 'restore', 'nodes', 'proxies'];

function all() {
  const { lint, types, e2e } = parts;
  const both = [() => unit('sqlite'), () => unit('postgresql', { SIGNET_TEST_ALL: '1' })];
  return [lint, types, both, e2e, proofs.map((name) => () => proof(name))].flatMap((steps) => steps ?? []);
}

const [part, ...rest] = process.argv.slice(2);
if (part !== undefined && part !== 'changed' && part !== 'all' && !Object.hasOwn(parts, part)) {
  const names = Object.keys(parts).join(' | ');
  console.error(`usage: npm test [-- ${names} [arguments of the tool…] | changed [commit] | all]`);
  process.exit(2);
}

mkdirSync(reports, { recursive: true });
const rows = [];
const whole = Object.values(parts).flat();
const steps = chooseSteps();
for (const step of steps) rows.push(...(await step()));
console.log(`\n${formatTable(rows)}\n`);
const failures = formatFailures(rows);
if (failures !== '') console.log(`${failures}\n`);
process.exit(rows.every(({ problem }) => problem === null) ? 0 : 1);

function chooseSteps() {
  if (part === undefined) return whole;
  return part === 'changed' ? changed() : part === 'all' ? all() : (parts[part] ?? []);
}

/** @param {string} name @param {string} program @param {string[]} list */
async function check(name, program, list) {
  const { ok, seconds } = await run(name, [`node_modules/${program}`, ...list]);
  return [{ name, tests: null, seconds, problem: ok ? null : 'failed' }];
}

/** @param {string} dialect @param {Record<string, string>} [settings] for the environment of the tests */
async function unit(dialect, settings) {
  const reporters = ['--reporter=dot', '--reporter=./lib/testing/vitest-report.mjs'];
  const list = ['run', ...rest, '--project', dialect, ...reporters];
  const outcome = await run(
    `unit and endpoint tests on ${dialect}`,
    ['node_modules/vitest/vitest.mjs', ...list],
    settings,
  );
  return [countUnitTests(`unit, ${dialect}`, unitReportOf(dialect), outcome)];
}

/**
 * Runs test files in their order for as long as there is time.
 * @param {string} dialect @param {readonly string[]} files
 * @param {number} until seconds since `npm test` started
 */
async function nearest(dialect, files, until) {
  const config = ['--config', 'lib/testing/nearest-first.config.ts', '--project', dialect, '--passWithNoTests'];
  const seconds = Math.max(1, until - performance.now() / 1000);
  const list = ['node_modules/vitest/vitest.mjs', 'run', ...config, ...files];
  const outcome = await run(`the nearest tests on ${dialect}`, list, { SIGNET_TEST_SECONDS: String(seconds) });
  return [countTestsInTime(`unit, ${dialect}`, unitReportOf(dialect), outcome)];
}

/** @param {string} name */
async function proof(name) {
  const { ok, seconds } = await run(`proof: ${name}`, ['proofs/run.mjs', name]);
  return [{ name: `proof, ${name}`, tests: null, seconds, problem: ok ? null : 'failed' }];
}

async function build() {
  // As `npm run signet` does it, so that this is tried too: it builds, then runs the command.
  const command = ['lib/cli/prepare.mjs', 'signet', '--version'];
  const { ok, seconds } = await run('production build, when stale', command);
  return [{ name: 'build', tests: null, seconds, problem: ok ? null : 'failed' }];
}

/** @param {readonly string[]} list arguments of Playwright */
async function browser(list = rest) {
  const outcome = await run('tests in a browser', ['node_modules/playwright/cli.js', 'test', ...list]);
  return countBrowserTests(`${reports}/report-e2e.json`, outcome);
}

/**
 * Runs a Node program after a heading.
 * @param {string} heading @param {string[]} list
 * @param {Record<string, string>} settings for its environment
 * @returns {Promise<import('./report.mjs').Outcome>}
 */
function run(heading, list, settings = {}) {
  console.log(`\n=== ${heading}\n`);
  const started = performance.now();
  // With NODE_ENV=production React and Vitest would not behave as the tests expect.
  const env = { ...process.env, ...settings, TMPDIR: temporaryFolder };
  Reflect.deleteProperty(env, 'NODE_ENV');
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
