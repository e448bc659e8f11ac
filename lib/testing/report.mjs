import { existsSync, readFileSync, rmSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/**
 * @typedef {{ ok: boolean, seconds: number }} Outcome how a tool ended
 * @typedef {{ state: 'failed' | 'flaky' | 'skipped', file: string, test: string, error: string }} Failure
 *   a test that failed; flaky: it passed when it was tried once more; skipped: it did not run
 * @typedef {object} Row
 * @property {string} name
 * @property {number | null} tests how many passed
 * @property {number | null} seconds
 * @property {string | null} problem why the part did not pass
 * @property {number} [unfinished] how many test files the time did not allow
 * @property {readonly Failure[]} [failures]
 * @typedef {{ projectName: string, status: string, results?: { error?: { message?: string } }[] }} BrowserTest
 * @typedef {{ title: string, suites?: Suite[], specs?: { title: string, file: string, tests: BrowserTest[] }[] }} Suite
 *   of Playwright's report
 */

/**
 * Reads the report of lib/testing/vitest-report.mjs.
 * @param {string} name @param {string} file @param {Outcome} outcome
 * @returns {Row}
 */
export function countUnitTests(name, file, { ok, seconds }) {
  const { passed, skipped, failures } = take(file) ?? { passed: 0, skipped: [], failures: [] };
  const problem = problemOf(ok, passed, skipped.length);
  return { name, tests: passed, seconds, problem, failures: [...failures, ...skipped] };
}

/**
 * The same for a run that ends when its time is over. It is no problem if there are no tests.
 * @param {string} name @param {string} file @param {Outcome} outcome
 * @returns {Row}
 */
export function countTestsInTime(name, file, { ok, seconds }) {
  const { passed, unfinished, failures } = take(file) ?? { passed: 0, unfinished: 0, failures: [] };
  return { name, tests: passed, seconds, problem: ok ? null : 'failed', unfinished, failures };
}

/**
 * Reads Playwright's report.
 * @param {string} file @param {Outcome} outcome
 * @returns {Row[]} one for each project
 */
export function countBrowserTests(file, { ok, seconds }) {
  /** @type {{ suites?: Suite[], errors?: { message?: string }[] } | null} */
  const report = take(file);
  const tests = (report?.suites ?? []).flatMap((suite) => testsIn(suite, []));
  const names = [...new Set(tests.map(({ projectName }) => projectName))].sort();
  /** @type {Failure[]} */
  const outside = (report?.errors ?? []).map(({ message }) => ({
    state: 'failed',
    file: 'e2e',
    test: 'outside a test',
    error: message ?? '',
  }));
  if (names.length === 0) return [{ name: 'browser', tests: 0, seconds, problem: 'no test ran', failures: outside }];
  const explained = tests.some(({ status }) => status === 'unexpected');
  return names.map((project, index) => {
    const own = tests.filter(({ projectName }) => projectName === project);
    const count = (/** @type {string} */ status) => own.filter((test) => test.status === status).length;
    const passed = count('expected') + count('flaky');
    // A failure outside of the tests (a fixture, the configuration) counts for all projects.
    const failed = passed + count('skipped') < own.length || (!ok && !explained);
    const problem = problemOf(!failed, passed, count('skipped'));
    const failures = [...own.flatMap(browserFailures), ...(index === 0 ? outside : [])];
    return { name: `browser, ${project}`, tests: passed, seconds: index === 0 ? seconds : null, problem, failures };
  });
}

/**
 * The tests of a suite and of its inner suites, with the titles of all suites around them. The outermost suite is the
 * file.
 * @param {Suite} suite @param {readonly string[]} titles
 * @returns {(BrowserTest & { file: string, title: string })[]}
 */
function testsIn(suite, titles) {
  return [
    ...(suite.suites ?? []).flatMap((inner) => testsIn(inner, [...titles, inner.title])),
    ...(suite.specs ?? []).flatMap(({ title, file, tests }) =>
      tests.map((test) => ({ ...test, file, title: [...titles, title].join(' > ') })),
    ),
  ];
}

/** @param {BrowserTest & { file: string, title: string }} test @returns {Failure[]} */
function browserFailures({ status, file, title, results }) {
  if (status !== 'unexpected' && status !== 'flaky') return [];
  const error = (results ?? []).map((result) => result.error?.message).find((message) => message !== undefined);
  const state = status === 'flaky' ? 'flaky' : 'failed';
  return [{ state, file: `e2e/${file}`, test: title, error: error ?? '' }];
}

/**
 * Reads a report and deletes it, so that an old report is never used for a run that wrote none.
 * @param {string} file
 */
function take(file) {
  if (!existsSync(file)) return null;
  const report = JSON.parse(readFileSync(file, 'utf8'));
  rmSync(file);
  return report;
}

/** @param {boolean} ok @param {number} tests @param {number} skipped */
function problemOf(ok, tests, skipped) {
  if (!ok) return 'failed';
  if (tests === 0) return 'no test ran';
  return skipped > 0 ? `${skipped} skipped` : null;
}

/**
 * @param {readonly Row[]} rows
 * @returns {string}
 */
export function formatTable(rows) {
  const cells = rows.map(({ name, tests, seconds, problem, unfinished = 0, failures = [] }) => {
    const flaky = failures.filter(({ state }) => state === 'flaky').length;
    return [
      name,
      tests === null ? '' : String(tests),
      seconds === null ? '' : seconds.toFixed(1),
      `${problem ?? 'passed'}${flaky > 0 ? `, ${flaky} flaky` : ''}${unfinished > 0 ? `, ${unfinished} files left` : ''}`,
    ];
  });
  const head = ['', 'tests', 'seconds', ''];
  const table = [head, ...cells];
  const widths = head.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  const line = (/** @type {string[]} */ row) =>
    row.map((cell, column) => pad(cell, widths[column] ?? 0, column === 1 || column === 2)).join('  ');
  return table.map((row) => line(row).trimEnd()).join('\n');
}

/** @param {string} cell @param {number} width @param {boolean} toTheRight */
function pad(cell, width, toTheRight) {
  return toTheRight ? cell.padStart(width) : cell.padEnd(width);
}

/**
 * Names every test that failed, was flaky or was skipped, with the first lines of its error.
 * @param {readonly Row[]} rows
 * @returns {string} empty if every test passed at the first attempt
 */
export function formatFailures(rows) {
  return rows
    .flatMap(({ name, failures = [] }) =>
      failures.map(({ state, file, test, error }) => {
        const place = [name, file, test].filter((part) => part !== '').join(' > ');
        return `${state}: ${place}\n${firstLines(error).replaceAll(/^/gm, '    ')}`;
      }),
    )
    .join('\n\n');
}

const shownLines = 10;
const shownCharacters = 200;

/** @param {string} text */
function firstLines(text) {
  const lines = stripVTControlCharacters(text)
    .split('\n')
    .filter((line) => line.trim() !== '');
  return lines
    .slice(0, shownLines)
    .map((line) => line.slice(0, shownCharacters))
    .join('\n');
}
