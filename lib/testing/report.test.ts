import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { countBrowserTests, countTestsInTime, countUnitTests, formatFailures, formatTable } from './report.mjs';
import { summarize, type TestError } from './vitest-report.mjs';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'signet-report-'));
  file = join(folder, 'report.json');
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

function write(report: object): void {
  writeFileSync(file, JSON.stringify(report));
}

/** Playwright's report: suites contain suites and specs. A spec runs once in each project. */
function browserReport(tests: readonly { projectName: string; status: string }[]): object {
  return { suites: [{ specs: [], suites: [{ specs: tests.map((test) => ({ tests: [test] })) }] }] };
}

describe('the table at the end of npm test', () => {
  const left = { state: 'skipped', file: 'lib/a.test.ts', test: 'a > b', error: '' };

  it.each([
    ['all passed', { passed: 7 }, true, { tests: 7, problem: null }],
    ['a test failed', { passed: 7 }, false, { tests: 7, problem: 'failed' }],
    ['a test was skipped', { passed: 7, skipped: [left] }, true, { tests: 7, problem: '1 skipped', failures: [left] }],
    ['no test ran', { passed: 0 }, true, { tests: 0, problem: 'no test ran' }],
  ])('says for the unit tests that %s', (_name, report, ok, row) => {
    write({ skipped: [], failures: [], ...report });
    expect(countUnitTests('unit', file, { ok, seconds: 1 })).toMatchObject(row);
  });

  it.each([
    ['all passed', { passed: 7, unfinished: 0 }, true, { tests: 7, problem: null, unfinished: 0 }],
    ['files are left', { passed: 7, skipped: [left], unfinished: 3 }, true, { tests: 7, problem: null, unfinished: 3 }],
    ['a test failed', { passed: 7, unfinished: 3 }, false, { tests: 7, problem: 'failed', unfinished: 3 }],
    ['there was none', undefined, true, { tests: 0, problem: null, unfinished: 0 }],
  ])('says for tests with a time limit that %s', (_name, report, ok, row) => {
    if (report !== undefined) write({ failures: [], ...report });
    expect(countTestsInTime('unit', file, { ok, seconds: 1 })).toMatchObject(row);
  });

  it('says how many files the time did not allow', () => {
    const row = { name: 'unit', tests: 7, seconds: 1, problem: null, unfinished: 3 };
    expect(formatTable([row])).toMatch(/ passed, 3 files left$/);
    expect(formatTable([{ ...row, unfinished: 0 }])).toMatch(/ passed$/);
  });

  it('never mistakes an old report for a new one', () => {
    write({ passed: 7, skipped: [], failures: [] });
    countUnitTests('unit', file, { ok: true, seconds: 1 });
    expect(countUnitTests('unit', file, { ok: true, seconds: 1 }).problem).toBe('no test ran');
    expect(countBrowserTests(file, { ok: true, seconds: 1 })).toMatchObject([{ tests: 0, problem: 'no test ran' }]);
  });

  it('counts the browser tests of each project', () => {
    const passed = (projectName: string) => ({ projectName, status: 'expected' });
    write(browserReport([passed('b'), passed('a'), passed('a')]));
    expect(countBrowserTests(file, { ok: true, seconds: 1 })).toMatchObject([
      { name: 'browser, a', tests: 2, problem: null },
      { name: 'browser, b', tests: 1, problem: null },
    ]);
  });

  it.each([
    ['unexpected', false, [null, 'failed']],
    ['flaky', true, [null, null]],
    ['flaky', false, ['failed', 'failed']],
    ['skipped', true, [null, '1 skipped']],
    ['expected', false, ['failed', 'failed']],
  ])('shows a browser test that was %s where it happened', (status, ok, problems) => {
    write(
      browserReport([
        { projectName: 'a', status: 'expected' },
        { projectName: 'b', status: 'expected' },
        { projectName: 'b', status },
      ]),
    );
    expect(countBrowserTests(file, { ok, seconds: 1 }).map(({ problem }) => problem)).toEqual(problems);
  });

  it('aligns its columns', () => {
    const rows = [
      { name: 'types', tests: null, seconds: 1.23, problem: null },
      { name: 'unit, sqlite', tests: 123, seconds: 10, problem: 'failed' },
    ];
    expect(formatTable(rows)).toBe(
      '              tests  seconds\ntypes                    1.2  passed\nunit, sqlite    123     10.0  failed',
    );
  });
});

describe('the tests that npm test names at its end', () => {
  const failures = [
    { state: 'failed', file: 'lib/a.test.ts', test: 'outer > fails', error: 'expected 1 to be 2' },
    { state: 'flaky', file: 'lib/b.test.ts', test: 'passes later', error: 'timed out' },
  ] as const;

  it('are listed with their project, file and first lines of the error', () => {
    write({ passed: 3, skipped: [], failures });
    const row = countUnitTests('unit', file, { ok: false, seconds: 1 });
    expect(formatTable([row])).toContain('failed, 1 flaky');
    expect(formatFailures([row])).toBe(
      'failed: unit > lib/a.test.ts > outer > fails\n    expected 1 to be 2\n\n' +
        'flaky: unit > lib/b.test.ts > passes later\n    timed out',
    );
  });

  it('are none when every test passed at once', () => {
    expect(formatFailures([{ name: 'types', tests: null, seconds: 1, problem: null }])).toBe('');
  });

  it('have at most ten short lines of their error, without colors and empty lines', () => {
    const error = Array.from({ length: 20 }, (_, line) => `\u001b[31m${line}${'x'.repeat(500)}\u001b[39m\n`).join('\n');
    const text = formatFailures([
      { name: 'unit', tests: 0, seconds: 1, problem: 'failed', failures: [{ ...failures[0], error }] },
    ]);
    const [, ...lines] = text.split('\n');
    expect(lines.map((line) => line.slice(0, 6))).toEqual(Array.from({ length: 10 }, (_, line) => `    ${line}x`));
    expect(lines.every((line) => line.length === 204)).toBe(true);
  });

  it.each([
    ['unexpected', 'failed'],
    ['flaky', 'flaky'],
  ])('include a browser test that was %s, once for each project', (status, state) => {
    const tests = [
      { projectName: 'a', status, results: [{ error: { message: 'not visible' } }, {}] },
      { projectName: 'b', status: 'expected', results: [{}] },
    ];
    const spec = { title: 'signs in', file: 'sign-in.spec.ts', tests };
    write({ suites: [{ title: 'sign-in.spec.ts', specs: [], suites: [{ title: 'login', specs: [spec] }] }] });
    const rows = countBrowserTests(file, { ok: state === 'flaky', seconds: 1 });
    expect(rows.map((row) => row.failures)).toEqual([
      [{ state, file: 'e2e/sign-in.spec.ts', test: 'login > signs in', error: 'not visible' }],
      [],
    ]);
  });

  it('include failures outside of a browser test', () => {
    write({ suites: [], errors: [{ message: 'no configuration' }] });
    const [row] = countBrowserTests(file, { ok: false, seconds: 1 });
    expect(row?.failures).toEqual([
      { state: 'failed', file: 'e2e', test: 'outside a test', error: 'no configuration' },
    ]);
  });
});

describe('the report of the unit tests', () => {
  type Case = { readonly state: string; readonly flaky?: boolean; readonly error?: TestError };
  const moduleId = resolve('lib/a.test.ts');
  const suite = (errors: TestError[]) => ({
    type: 'suite',
    fullName: 'outer',
    errors: () => errors,
    module: { moduleId },
  });

  type Errors = { readonly file?: TestError[]; readonly suite?: TestError[] };

  function testModule(cases: readonly Case[], errors: Errors = {}, state = 'passed') {
    const tests = cases.map(({ state, flaky = false, error }, index) => ({
      fullName: `outer > test ${index}`,
      module: { moduleId },
      result: () => ({ state, errors: error === undefined ? [] : [error] }),
      diagnostic: () => ({ flaky }),
    }));
    const children = { allTests: () => tests, allSuites: () => [suite(errors.suite ?? [])] };
    return { moduleId, children, state: () => state, errors: () => errors.file ?? [] };
  }

  it('counts passed and skipped tests', () => {
    const cases = ['passed', 'passed', 'skipped', 'pending', 'failed'].map((state) => ({ state }));
    expect(summarize([testModule(cases)], [])).toMatchObject({
      passed: 2,
      skipped: [2, 3].map((place) => ({ state: 'skipped', test: `outer > test ${place}` })),
      failures: [{ state: 'failed' }],
    });
  });

  it('counts files with tests that did not run', () => {
    const [complete, cut] = [[{ state: 'passed' }], [{ state: 'passed' }, { state: 'skipped' }]];
    const modules = [
      testModule(complete),
      testModule(cut),
      testModule([], {}, 'skipped'),
      testModule([], {}, 'queued'),
    ];
    expect(summarize(modules, [])).toMatchObject({ unfinished: 3 });
  });

  it('lists failures, and tests that failed at first', () => {
    const error = { message: 'not equal', diff: '- 1\n+ 2' };
    const cases = [{ state: 'failed', error }, { state: 'passed', flaky: true, error }, { state: 'passed' }];
    const named = { file: 'lib/a.test.ts', error: 'not equal\n- 1\n+ 2' };
    expect(summarize([testModule(cases)], []).failures).toEqual([
      { ...named, state: 'failed', test: 'outer > test 0' },
      { ...named, state: 'flaky', test: 'outer > test 1' },
    ]);
  });

  it('lists a file and a suite that failed outside of their tests, and an uncaught error', () => {
    const broken = testModule([], { file: [{ message: 'no module' }], suite: [{ message: 'no set-up' }] });
    expect(summarize([broken], [{ message: 'not caught' }]).failures).toEqual([
      { state: 'failed', file: 'lib/a.test.ts', test: 'the file', error: 'no module' },
      { state: 'failed', file: 'lib/a.test.ts', test: 'outer', error: 'no set-up' },
      { state: 'failed', file: '', test: 'outside a test', error: 'not caught' },
    ]);
  });
});
