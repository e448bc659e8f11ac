import { existsSync, readFileSync, rmSync } from 'node:fs';

/**
 * @typedef {{ ok: boolean, seconds: number }} Outcome how a tool ended
 * @typedef {{ name: string, tests: number | null, seconds: number | null, problem: string | null }} Row
 */

/**
 * Reads Vitest's report.
 * @param {string} name @param {string} file @param {Outcome} outcome
 * @returns {Row}
 */
export function countUnitTests(name, file, { ok, seconds }) {
  const report = take(file);
  const tests = report?.numPassedTests ?? 0;
  const left = (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0);
  return { name, tests, seconds, problem: problemOf(ok, tests, left) };
}

/**
 * Reads Playwright's report.
 * @param {string} file @param {Outcome} outcome
 * @returns {Row[]} one for each project
 */
export function countBrowserTests(file, { ok, seconds }) {
  const report = take(file);
  const tests = (report?.suites ?? []).flatMap(testsIn);
  const names = [...new Set(tests.map(({ projectName }) => projectName))].sort();
  if (names.length === 0) return [{ name: 'browser', tests: 0, seconds, problem: 'no test ran' }];
  const explained = tests.some(({ status }) => status === 'unexpected' || status === 'flaky');
  return names.map((project, index) => {
    const own = tests.filter(({ projectName }) => projectName === project);
    const count = (/** @type {string} */ status) => own.filter((test) => test.status === status).length;
    const passed = count('expected');
    // A failure that no test explains (a fixture, the configuration) counts for all of them.
    const failed = passed + count('skipped') < own.length || (!ok && !explained);
    const problem = problemOf(!failed, passed, count('skipped'));
    return { name: `browser, ${project}`, tests: passed, seconds: index === 0 ? seconds : null, problem };
  });
}

function testsIn(suite) {
  return [...(suite.suites ?? []).flatMap(testsIn), ...(suite.specs ?? []).flatMap((spec) => spec.tests)];
}

/** Reads a report once, so that an old one can never stand in for one that was not written. */
function take(file) {
  if (!existsSync(file)) return null;
  const report = JSON.parse(readFileSync(file, 'utf8'));
  rmSync(file);
  return report;
}

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
  const cells = rows.map(({ name, tests, seconds, problem }) => [
    name,
    tests === null ? '' : String(tests),
    seconds === null ? '' : seconds.toFixed(1),
    problem ?? 'passed',
  ]);
  const table = [['', 'tests', 'seconds', ''], ...cells];
  const widths = table[0].map((_, column) => Math.max(...table.map((row) => row[column].length)));
  const line = (row) => row.map((cell, column) => pad(cell, widths[column], column === 1 || column === 2)).join('  ');
  return table.map((row) => line(row).trimEnd()).join('\n');
}

function pad(cell, width, toTheRight) {
  return toTheRight ? cell.padStart(width) : cell.padEnd(width);
}
