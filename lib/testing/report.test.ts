import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { countBrowserTests, countUnitTests, formatTable } from './report.mjs';

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

/** Playwright's report: suites hold suites and specs, a spec runs once in each project. */
function browserReport(tests: readonly { projectName: string; status: string }[]): object {
  return { suites: [{ specs: [], suites: [{ specs: tests.map((test) => ({ tests: [test] })) }] }] };
}

describe('the table at the end of npm test', () => {
  it.each([
    ['all passed', { numPassedTests: 7 }, true, { tests: 7, problem: null }],
    ['a test failed', { numPassedTests: 7 }, false, { tests: 7, problem: 'failed' }],
    ['a test was skipped', { numPassedTests: 7, numPendingTests: 2 }, true, { tests: 7, problem: '2 skipped' }],
    ['a test is still to be written', { numPassedTests: 7, numTodoTests: 1 }, true, { tests: 7, problem: '1 skipped' }],
    ['no test ran', { numPassedTests: 0 }, true, { tests: 0, problem: 'no test ran' }],
  ])('says for the unit tests that %s', (_name, report, ok, row) => {
    write(report);
    expect(countUnitTests('unit', file, { ok, seconds: 1 })).toMatchObject(row);
  });

  it('never takes an old report for a new one', () => {
    write({ numPassedTests: 7 });
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
    ['flaky', true, [null, 'failed']],
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

  it('lines up', () => {
    const rows = [
      { name: 'types', tests: null, seconds: 1.23, problem: null },
      { name: 'unit, sqlite', tests: 123, seconds: 10, problem: 'failed' },
    ];
    expect(formatTable(rows)).toBe(
      '              tests  seconds\ntypes                    1.2  passed\nunit, sqlite    123     10.0  failed',
    );
  });
});
