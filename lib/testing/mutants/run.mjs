/**
 * Changes the guards of the server one by one and runs the tests that reach them. If no test detects a change, the
 * guard is not tested. Prints the mutants that survived and those that no test reaches, and writes both to a file.
 *
 * usage: npm run mutants [-- --database postgresql] [--folders lib/sessions/,lib/login/] [--report FILE]
 *   [--tests lib/sessions/,lib/login/]   only these tests; others may detect mutants that survive them
 *   [--most 40]                          the maximum number of tests per mutant, in addition to those in its folder
 *   [--seconds 20]                       the maximum processor time for all mutants that one test tries
 *   [--only FILE]                        only mutants that survived in an earlier report
 *   [--listed]                           also those in equivalents.json
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { runTypeScript } from '../run-typescript.mjs';

const { values: options } = parseArgs({
  options: {
    database: { type: 'string', default: 'sqlite' },
    folders: { type: 'string' },
    listed: { type: 'boolean', default: false },
    most: { type: 'string', default: '40' },
    only: { type: 'string' },
    report: { type: 'string', default: 'node_modules/.cache/signet/mutants.json' },
    seconds: { type: 'string', default: '20' },
    tests: { type: 'string' },
  },
});

const { findMutants } = await runTypeScript('lib/testing/mutants/find-mutants.ts');
const { findOutdated, isListed } = await runTypeScript('lib/testing/mutants/equivalents.ts');
const { isTarget, hasQuery } = await runTypeScript('lib/testing/mutants/targets.ts');

const folder = mkdtempSync(join(tmpdir(), 'signet-mutants-'));
const results = join(folder, 'results.jsonl');
const tests = options.tests?.split(',') ?? [];

/** @typedef {import('./find-mutants').Mutant} Mutant */
/** @type {Mutant[]} */
const found = listSources().flatMap((file) => findMutants(file, readFileSync(file, 'utf8')));
const tried = found.filter(isAsked()).filter((mutant) => options.listed || !isListed(mutant));
const statements = tried.filter(({ form }) => form === 'sql');
const others = tried.filter(({ form }) => form !== 'sql');
console.log(`${found.length} mutants, ${found.length - tried.length} of them listed or not asked for`);

const reached = new Set();
/** The test that detected a mutant. @type {Map<string, string>} */
const noticed = new Map();
/** The tests that tried their mutants. @type {Set<string>} */
const done = new Set();
let unusable = await run(others, null);
// A mutant may break the state that later tests of the file need, so they try theirs in a run without it.
for (let count = Number.POSITIVE_INFINITY; unusable.size > 0 && unusable.size < count; ) {
  count = unusable.size;
  unusable = await run(others, null, filesOf(unusable.keys()));
}
report();
// The rest cannot be repeated, for example because they use up a limit. Each of their mutants takes a run of its own.
for (const mutant of others.filter(({ id }) => !noticed.has(id))) {
  const tests = [...unusable].filter(([, mutants]) => mutants.includes(mutant.id)).map(([test]) => test);
  if (tests.length > 0) await run([mutant], mutant.id, filesOf(tests));
}
report();
for (const statement of statements) {
  const near = tests.length > 0 ? tests : [`${dirname(statement.file).split('/').slice(0, 2).join('/')}/`];
  reached.add(statement.id);
  await run([statement], statement.id, near);
}

const { survived, unreached, figures } = report();
print('Survived', survived);
print('Reached by no test', unreached);
print('Tests that cannot be repeated', [...unusable.keys()]);
print('Listed in equivalents.json, and no mutant', options.only === undefined ? findOutdated(found) : []);
console.table(figures);
rmSync(folder, { recursive: true, force: true });

/** Writes the results so far, so that they are not lost if the run is stopped. */
function report() {
  const survived = tried.filter(({ id }) => reached.has(id) && !noticed.has(id)).map(describe);
  const unreached = tried.filter(({ id }) => !reached.has(id)).map(describe);
  const figures = countByFolder();
  const content = { database: options.database, figures, survived, unreached, noticed: Object.fromEntries(noticed) };
  writeFileSync(options.report, `${JSON.stringify(content, null, 2)}\n`);
  return content;
}

/**
 * Runs the tests once, with each mutant that they reach.
 * @param {Mutant[]} mutants
 * @param {string | null} always the mutant that is there from the first line on
 * @returns {Promise<Map<string, string[]>>} the tests that fail without a mutant, and the mutants that they reach
 */
async function run(mutants, always, files = tests) {
  if (mutants.length === 0) return new Map();
  /** @type {import('./mutant-runner').Plan} */
  const plan = {
    sources: [...new Set(mutants.map(({ file }) => file))],
    mutants: mutants.map(({ id }) => id),
    always,
    most: Number(options.most),
    seconds: Number(options.seconds),
    done: [...done],
  };
  writeFileSync(join(folder, 'plan.json'), JSON.stringify(plan));
  writeFileSync(results, '');
  const list = [
    'run',
    '--config',
    'lib/testing/mutants/vitest.config.ts',
    '--project',
    options.database,
    '--reporter=dot',
    `--bail=${always === null ? 0 : 1}`,
  ];
  const env = { ...process.env, SIGNET_TEST_MUTANTS: folder, VITE_CONFIG_NATIVE_IGNORE_WARNING: 'true' };
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', ...list, ...files], {
    stdio: ['ignore', 'ignore', process.env.DEBUG ? 'inherit' : 'ignore'],
    env,
  });
  await new Promise((resolve) => child.once('exit', resolve));
  /** @type {Map<string, string[]>} */
  const unusable = new Map();
  for (const line of readFileSync(results, 'utf8').split('\n')) {
    if (line === '') continue;
    const entry = JSON.parse(line);
    for (const id of entry.reached ?? []) reached.add(id);
    if (entry.noticed) noticed.set(entry.noticed, entry.by);
    if (entry.done) done.add(entry.done);
    if (entry.unusable) unusable.set(entry.unusable, entry.of);
  }
  for (const test of unusable.keys()) done.delete(test);
  console.log(`${noticed.size} noticed, ${reached.size - noticed.size} alive`);
  return unusable;
}

/** @param {Iterable<string>} names of tests @returns {string[]} */
function filesOf(names) {
  return [...new Set(Array.from(names, (name) => name.slice(0, name.indexOf(' > '))))];
}

/** The description of a mutant in a report. @param {Mutant} mutant */
function describe({ id, file, within, change }) {
  return { id, file, within, change };
}

/** @param {string} title @param {(string | { id: string, within: string })[]} lines */
function print(title, lines) {
  if (lines.length === 0) return;
  console.log(`\n${title} (${lines.length}):`);
  for (const line of lines) console.log(typeof line === 'string' ? line : `${line.id}   in ${line.within}`);
}

function countByFolder() {
  /** @type {Record<string, { mutants: number, reached: number, noticed: number, listed: number, left: number }>} */
  const figures = {};
  for (const mutant of found.filter(isAsked())) {
    const name = dirname(mutant.file).split('/').slice(0, 3).join('/');
    figures[name] ??= { mutants: 0, reached: 0, noticed: 0, listed: 0, left: 0 };
    const of = figures[name];
    of.mutants += 1;
    if (reached.has(mutant.id)) of.reached += 1;
    if (noticed.has(mutant.id)) of.noticed += 1;
    else if (isListed(mutant)) of.listed += 1;
    else of.left += 1;
  }
  return figures;
}

/**
 * Whether a mutant survived in the report that `--only` names. Its line may have changed.
 * @returns {(mutant: Mutant) => boolean}
 */
function isAsked() {
  if (options.only === undefined) return () => true;
  const { survived, unreached } = JSON.parse(readFileSync(options.only, 'utf8'));
  const name = (/** @type {Mutant} */ { file, within, change }) => JSON.stringify([file, within, change]);
  const asked = new Set([...survived, ...unreached].map(name));
  return (mutant) => asked.has(name(mutant));
}

/** @returns {string[]} */
function listSources() {
  return readdirSync('lib', { recursive: true, encoding: 'utf8' })
    .map((name) => join('lib', name))
    .filter((file) => isTarget(file, options.folders?.split(',')))
    .filter((file) => options.database === 'sqlite' || hasQuery(readFileSync(file, 'utf8')))
    .sort();
}
