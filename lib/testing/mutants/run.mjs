/**
 * Changes the guards of the server one by one and runs the tests that reach them: a guard whose change no test notices
 * has none. Prints the mutants that survived and those that no test reaches, and writes both to a file.
 *
 * usage: npm run mutants [-- --database postgresql] [--folders lib/sessions/,lib/login/] [--report FILE]
 *   [--tests lib/sessions/,lib/login/]   only these tests, for a quick answer: what survives them may be noticed by others
 *   [--only FILE]                        only what survived in an earlier report of the same sources
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { runTypeScript } from '../run-typescript.mjs';

/** How many tests of a mutant run in each pass, those most likely to notice it first. */
const passes = [3, 12, 50, Number.POSITIVE_INFINITY];

const mostTestsOfStatement = 80;

const { values: options } = parseArgs({
  options: {
    database: { type: 'string', default: 'sqlite' },
    folders: { type: 'string' },
    only: { type: 'string' },
    report: { type: 'string', default: 'node_modules/.cache/signet/mutants.json' },
    tests: { type: 'string' },
  },
});
if (options.folders !== undefined) process.env.SIGNET_TEST_MUTANT_FOLDERS = options.folders;

const { findMutants } = await runTypeScript('lib/testing/mutants/find-mutants.ts');
const { isTarget } = await runTypeScript('lib/testing/mutants/targets.ts');

const folder = mkdtempSync(join(tmpdir(), 'signet-mutants-'));
const results = join(folder, 'results.jsonl');

/** @type {import('./find-mutants').Mutant[]} */
const mutants = listTargets()
  .flatMap((file) => findMutants(file, readFileSync(file, 'utf8')))
  .filter(isAsked());
console.log(`${mutants.length} mutants`);

const cover = await run({ mode: 'cover' }, options.tests?.split(',') ?? []);
/** The tests that reach a mutant. @type {Map<string, string[]>} */
const testsOf = new Map();
/** @type {Map<string, number>} */
const secondsOf = new Map();
for (const { test, covered, seconds } of cover) {
  secondsOf.set(test, seconds);
  for (const id of covered) testsOf.set(id, [...new Set([...(testsOf.get(id) ?? []), test])]);
}
for (const [id, tests] of testsOf)
  testsOf.set(
    id,
    tests.toSorted((a, b) => closeness(id, a) - closeness(id, b)),
  );

const alive = new Set(mutants.map(({ id }) => id).filter((id) => testsOf.has(id)));
const reached = alive.size;
const conditions = mutants.filter(({ form }) => form === 'sql');
/** Mutants with the tests that they spoiled: each is tried alone. @type {Map<string, Set<string>>} */
const unsure = new Map();
let from = 0;
for (const count of passes) {
  /** @type {Record<string, string[]>} */
  const plan = {};
  for (const id of alive) {
    for (const test of (testsOf.get(id) ?? []).slice(from, from + count)) plan[test] = [...(plan[test] ?? []), id];
  }
  from += count;
  if (Object.keys(plan).length === 0) break;
  for (const { test, killed = [], unsure: spoiled = [] } of await run({ mode: 'try', mutants: plan }, filesOf(plan))) {
    for (const id of killed) alive.delete(id);
    for (const id of spoiled) unsure.set(id, (unsure.get(id) ?? new Set()).add(test));
  }
  console.log(`${alive.size} of ${reached} alive`);
  report();
}
for (const [id, tests] of unsure) {
  if (alive.has(id)) await tryAlone(id, [...tests]);
}
console.log(`${conditions.length} conditions in SQL`);
for (const { id, file } of conditions) {
  const tests = testsNear(file);
  if (tests.length === 0) continue;
  testsOf.set(id, tests);
  alive.add(id);
  await tryAlone(id, tests);
}

const { survived, unreached } = report();
console.log(`\nSurvived (${survived.length}):\n${survived.join('\n')}`);
console.log(`\nReached by no test (${unreached.length}):\n${unreached.join('\n')}`);
console.log(`\n${mutants.length} mutants, ${mutants.length - survived.length - unreached.length} noticed`);
rmSync(folder, { recursive: true, force: true });

/** Writes what is known so far, so that a run that is stopped is not lost. */
function report() {
  const survived = [...alive].sort();
  const unreached = mutants.map(({ id }) => id).filter((id) => !testsOf.has(id));
  writeFileSync(options.report, `${JSON.stringify({ database: options.database, survived, unreached }, null, 2)}\n`);
  return { survived, unreached };
}

/**
 * Runs tests with a mutant from their first line on.
 * @param {string} id @param {string[]} tests
 */
async function tryAlone(id, tests) {
  const outcome = await run(
    { mode: 'alone', mutant: id, tests },
    filesOf(Object.fromEntries(tests.map((test) => [test, []]))),
  );
  if (outcome.length > 0) alive.delete(id);
}

/**
 * The tests for a statement, which is read once when its file is loaded: those that reach something else in the file, or
 * where there is nothing else, in the folder.
 * @param {string} file @returns {string[]}
 */
function testsNear(file) {
  const reaching = (/** @type {string} */ beginning) =>
    [...testsOf].flatMap(([id, tests]) => (id.startsWith(beginning) && !id.includes(' SQL without ') ? tests : []));
  const near = reaching(`${file}:`);
  const found = new Set(near.length > 0 ? near : reaching(`${dirname(file)}/`));
  return [...found].sort((a, b) => closeness(`${file}:`, a) - closeness(`${file}:`, b)).slice(0, mostTestsOfStatement);
}

/**
 * Runs the tests of some files with a plan for their runner.
 * @param {import('./mutant-runner').Plan} plan @param {string[]} files none: all
 * @returns {Promise<any[]>} what the runner wrote
 */
async function run(plan, files) {
  writeFileSync(join(folder, 'plan.json'), JSON.stringify(plan));
  writeFileSync(results, '');
  const list = [
    'run',
    '--config',
    'lib/testing/mutants/vitest.config.ts',
    '--project',
    options.database,
    '--reporter=dot',
  ];
  const env = { ...process.env, SIGNET_TEST_MUTANTS: folder, VITE_CONFIG_NATIVE_IGNORE_WARNING: 'true' };
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', ...list, ...files], {
    stdio: ['ignore', 'ignore', process.env.DEBUG ? 'inherit' : 'ignore'],
    env,
  });
  await new Promise((resolve) => child.once('exit', resolve));
  const lines = readFileSync(results, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line));
}

/** @param {Record<string, unknown>} plan @returns {string[]} */
function filesOf(plan) {
  return [...new Set(Object.keys(plan).map((test) => test.slice(0, test.indexOf(' > '))))];
}

/**
 * How far a test is from a mutant: in the test of the same file, of the same folder, elsewhere; then how long it takes.
 * @param {string} id @param {string} test
 */
function closeness(id, test) {
  const source = id.slice(0, id.indexOf(':'));
  const file = test.slice(0, test.indexOf(' > '));
  const near = basename(file).startsWith(`${basename(source, '.ts')}.`)
    ? 0
    : dirname(file) === dirname(source)
      ? 10
      : 20;
  return near + Math.min(secondsOf.get(test) ?? 0, 9);
}

/** Whether a mutant survived in the report that `--only` names. @returns {(mutant: import('./find-mutants').Mutant) => boolean} */
function isAsked() {
  if (options.only === undefined) return () => true;
  const { survived, unreached } = JSON.parse(readFileSync(options.only, 'utf8'));
  const asked = new Set([...survived, ...unreached]);
  return ({ id }) => asked.has(id);
}

/** @returns {string[]} */
function listTargets() {
  return readdirSync('lib', { recursive: true, encoding: 'utf8' })
    .map((name) => join('lib', name))
    .filter((file) => isTarget(file))
    .sort();
}
