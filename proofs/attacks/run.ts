import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { posix } from 'node:path';
import { parseArgs } from 'node:util';
import { temporaryFolder } from '../../lib/testing/temporary-folder.mjs';
import { type Check, readBrowserReport, readUnitReport, type Sent } from './checks';
import { alignColumns, formatTable, joinChecks } from './join';
import { numbersIn, readRows, rowsCitedIn } from './rows';
import { served as servedFiles } from './served';

const reports = {
  browser: 'node_modules/.cache/signet/report-attacks.json',
  served: 'node_modules/.cache/signet/report-attacks-served.json',
  unit: 'node_modules/.cache/signet/report-attacks-unit.json',
};

const { values } = parseArgs({
  options: { rows: { type: 'string' }, requests: { type: 'string' }, seed: { type: 'string' } },
});
const all = readRows(readFileSync('docs/spec/security.md', 'utf8'));
const wanted = values.rows === undefined ? null : numbersIn(values.rows);
const rows = all.filter(({ number }) => wanted?.has(number) ?? true);
const seed = values.seed ?? String(Math.floor(Math.random() * 2 ** 31));

const specs = filesCiting(['e2e', 'proofs'], '.spec.ts');
const units = filesCiting(['app', 'components', 'lib'], '.test.ts', '.test.tsx');

// Deletes old reports, so that a missing new one is noticed.
for (const file of Object.values(reports)) rmSync(file, { force: true });
const found = await runBrowserTests();
const served = await runUnitTests(
  'served',
  units.filter((path) => servedFiles.some(({ file }) => file === path)),
);
const alone = await runUnitTests('unit', units);
report(
  [...found.checks, ...served.checks, ...alone.checks],
  found.sent,
  [found, served, alone].flatMap(({ errors }) => errors),
);

/** The files that cite a wanted row. */
function filesCiting(folders: readonly string[], ...endings: readonly string[]): string[] {
  const numbers = new Set(rows.map(({ number }) => number));
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => posix.join(folder, path)),
  );
  return files
    .filter((path) => endings.some((ending) => path.endsWith(ending)))
    .filter((path) => rowsCitedIn(readFileSync(path, 'utf8')).some((number) => numbers.has(number)))
    .sort();
}

async function runBrowserTests() {
  if (specs.length === 0) return { checks: [], sent: [], errors: [] };
  const config = 'proofs/attacks/playwright.config.ts';
  // A file may cite a chosen row in a comment alone.
  const passing = wanted === null ? [] : ['--pass-with-no-tests'];
  await run(['node_modules/playwright/cli.js', 'test', '--config', config, ...passing, ...specs], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: reports.browser,
    ATTACKED_ROWS: wanted === null ? '' : [...wanted].join('|'),
    FUZZ_REQUESTS: values.requests ?? '50000',
    FUZZ_SEED: seed,
  });
  return readBrowserReport(reports.browser);
}

/** @param how with `served`, the requests go to server processes of the production build */
async function runUnitTests(how: 'served' | 'unit', files: readonly string[]) {
  if (files.length === 0) return { checks: [], errors: [] };
  const config = how === 'served' ? ['--config', 'proofs/attacks/vitest.config.ts'] : [];
  const json = ['--reporter=dot', '--reporter=json', `--outputFile.json=${reports[how]}`];
  const command = ['run', '--project', 'sqlite', ...config, '-t', '[Ss]ecurity #', ...json, ...files];
  await run(['node_modules/vitest/vitest.mjs', ...command], {});
  return readUnitReport(reports[how], how);
}

/** Runs a Node program. Failures are in its report. */
function run(command: readonly string[], more: Readonly<Record<string, string>>): Promise<void> {
  const own = { VITE_CONFIG_NATIVE_IGNORE_WARNING: 'true', TEST_PATIENCE_MS: '600000' };
  const env = { ...process.env, TMPDIR: temporaryFolder, ...own, ...more };
  Reflect.deleteProperty(env, 'NODE_ENV');
  const child = spawn(process.execPath, command, { stdio: 'inherit', env });
  return new Promise((resolve) => child.once('exit', () => resolve()));
}

function report(checks: readonly Check[], sent: readonly Sent[], errors: readonly string[]): void {
  const shown = joinChecks(rows, checks);
  const failures = checks.filter(({ passed }) => !passed).map(({ file, name }) => `${file} > ${name}`);
  const uncovered = shown.filter(({ checks: own, notShown }) => own.length === 0 && notShown === null);
  const apart = shown.filter(({ checks: own, notShown }) => own.length === 0 && notShown !== null);
  const inUnits = shown.filter(
    ({ kinds, checks: own }) => /[HBCX]/.test(kinds) && own.length > 0 && own.every(({ where }) => where === 'unit'),
  );
  console.log(`\nAttacks: ${shown.length} rows of docs/spec/security.md\n\n${formatTable(shown)}\n`);
  if (sent.length > 0) console.log(`Mutated requests, seed ${seed}\n\n${formatSent(sent)}\n`);
  list('Shown by units alone, without a server process', inUnits.map(({ number }) => `#${number}`).join(' '));
  list('Nothing to show', apart.map(({ number, notShown }) => `#${number}: ${notShown}`).join('\n'));
  list('Not covered', uncovered.map(({ number, requirement }) => `#${number}: ${requirement}`).join('\n'));
  list('Failed', [...failures, ...errors].join('\n'));
  if (uncovered.length > 0 || failures.length > 0 || errors.length > 0) process.exitCode = 1;
}

function list(title: string, text: string): void {
  console.log(`${title}: ${text === '' ? 'none' : text.includes('\n') ? `\n${text}` : text}\n`);
}

function formatSent(sent: readonly Sent[]): string {
  const lines = sent.map(({ to, requests, statuses, slowestMs }) => [
    to,
    String(requests),
    `${Math.ceil(slowestMs)} ms`,
    Object.entries(statuses)
      .map(([status, count]) => `${count} × ${status}`)
      .join(', '),
  ]);
  return alignColumns([['to', 'requests', 'slowest', 'answers'], ...lines]);
}
