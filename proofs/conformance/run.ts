import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { posix } from 'node:path';
import { temporaryFolder } from '../../lib/testing/temporary-folder.mjs';
import { type Check, readBrowserReport, readUnitReport } from '../attacks/checks';
import { alignColumns } from '../attacks/join';
import { hasPassed, inProcess, joinModules, patternOf, readModules, type ShownModule } from './modules';

const reports = {
  alone: 'node_modules/.cache/signet/report-conformance-alone.json',
  browser: 'node_modules/.cache/signet/report-conformance-browser.json',
  endpoints: 'node_modules/.cache/signet/report-conformance.json',
};

const modules = readModules(readFileSync('docs/conformance.md', 'utf8'));
const named = modules.flatMap(({ tests }) => tests);

// Deletes old reports, so that a missing new one is noticed.
for (const file of Object.values(reports)) rmSync(file, { force: true });
const browser = await runBrowserTests();
const endpoints = await runEndpointTests();
const alone = await runAlone();
const all = [browser, endpoints, alone];
report(
  joinModules(
    modules,
    all.flatMap(({ checks }) => checks),
  ),
  all.flatMap(({ errors }) => errors),
);

/** The files and the pattern of the named tests in these files. */
function chosen(isChosen: (file: string) => boolean) {
  const own = named.filter(({ file }) => isChosen(file));
  return {
    files: [...new Set(own.map(({ file }) => file))],
    pattern: [...new Set(own.map(({ name }) => patternOf(name)))].join('|'),
  };
}

async function runBrowserTests(): Promise<{ checks: Check[]; errors: string[] }> {
  const { files, pattern } = chosen(isBrowserTest);
  const options = ['--project', 'javascript', '--reporter', 'list,json', '-g', pattern];
  await run(['node_modules/playwright/cli.js', 'test', ...files, ...options], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: reports.browser,
  });
  const { checks, errors } = readBrowserReport(reports.browser);
  return { checks: checks.map((check) => ({ ...check, file: posix.join('e2e', check.file) })), errors };
}

/** Each provider of the endpoint tests is a server process of the production build. */
async function runEndpointTests(): Promise<{ checks: Check[]; errors: string[] }> {
  const { files, pattern } = chosen((file) => !isBrowserTest(file) && !inProcess.has(file));
  await runVitest(reports.endpoints, ['--config', 'proofs/attacks/vitest.config.ts', '-t', pattern, ...files]);
  const served = readUnitReport(reports.endpoints, 'served');
  const all = readUnitReport(reports.endpoints, 'unit');
  const isServed = ({ file, name }: Check) => served.checks.some((check) => check.file === file && check.name === name);
  return { checks: [...served.checks, ...all.checks.filter((check) => !isServed(check))], errors: all.errors };
}

async function runAlone(): Promise<{ checks: Check[]; errors: string[] }> {
  const { files, pattern } = chosen((file) => inProcess.has(file));
  await runVitest(reports.alone, ['-t', pattern, ...files]);
  return readUnitReport(reports.alone, 'unit');
}

function isBrowserTest(file: string): boolean {
  return file.startsWith('e2e/');
}

function runVitest(report: string, list: readonly string[]): Promise<void> {
  const json = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`];
  return run(['node_modules/vitest/vitest.mjs', 'run', '--project', 'sqlite', ...json, ...list], {});
}

/** Runs a Node program. Failures are in its report. */
function run(command: readonly string[], more: Readonly<Record<string, string>>): Promise<void> {
  const own = { VITE_CONFIG_NATIVE_IGNORE_WARNING: 'true', TEST_PATIENCE_MS: '600000' };
  const env = { ...process.env, TMPDIR: temporaryFolder, ...own, ...more };
  Reflect.deleteProperty(env, 'NODE_ENV');
  const child = spawn(process.execPath, command, { stdio: 'inherit', env });
  return new Promise((resolve) => child.once('exit', () => resolve()));
}

function report(shown: readonly ShownModule[], errors: readonly string[]): void {
  const lines = shown.map((module) => [
    module.plan,
    module.name,
    formOf(module, 'static_client'),
    formOf(module, 'dynamic_client'),
    String(module.build.length),
    String(module.alone.length),
    hasPassed(module) ? 'passed' : module.missing.length > 0 ? 'NOT RUN' : 'FAILED',
  ]);
  const head = ['plan', 'module', 'static', 'dynamic', 'build', 'units', 'result'];
  console.log(`\nConformance: ${shown.length} modules of docs/conformance.md\n\n${alignColumns([head, ...lines])}\n`);
  const failed = shown.filter((module) => !hasPassed(module));
  const alone = shown.filter(({ build }) => build.length === 0);
  list(
    'Shown by units alone',
    alone.map(({ name }) => name),
  );
  list(
    'Not run',
    failed.flatMap(({ missing }) => missing.map(({ file, name }) => `${file} “${name}”`)),
  );
  const wrong = failed.flatMap(({ build, alone: own }) => [...build, ...own]).filter(({ passed }) => !passed);
  list('Failed', [...wrong.map(({ file, name }) => `${file} > ${name}`), ...errors]);
  if (failed.length > 0 || errors.length > 0) process.exitCode = 1;
}

/** The number of its checks with one kind of client. Tests that are about one kind alone do not say it. */
function formOf({ build }: ShownModule, variant: string): string {
  const count = build.filter(({ name }) => name.includes(variant)).length;
  return count === 0 ? '-' : String(count);
}

function list(title: string, items: readonly string[]): void {
  console.log(`${title}: ${items.length === 0 ? 'none' : `\n${[...new Set(items)].join('\n')}`}\n`);
}
