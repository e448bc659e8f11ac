import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readUnitReport } from './checks';
import { readRows } from './rows';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'signet-report-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const test = (status: string, sent?: number) => ({
  ...{ fullName: `security #1 ${status}`, status, meta: sent === undefined ? {} : { sent } },
});

function read(how: 'served' | 'unit', status: string, assertionResults: readonly object[], message = '') {
  const path = join(folder, 'report.json');
  writeFileSync(
    path,
    JSON.stringify({ testResults: [{ name: join(process.cwd(), 'a.test.ts'), status, message, assertionResults }] }),
  );
  return readUnitReport(path, how);
}

describe('the report of a run of unit tests', () => {
  it('has a check for each test that passed or failed, and none for a skipped one', () => {
    const { checks, errors } = read('unit', 'failed', [test('passed'), test('failed'), test('skipped')]);
    expect(checks.map(({ name, passed }) => [name, passed])).toEqual([
      ['security #1 passed', true],
      ['security #1 failed', false],
    ]);
    expect(errors).toEqual([]);
  });

  it('has no check for a served test that sent nothing', () => {
    const { checks } = read('served', 'passed', [test('passed'), test('passed', 3)]);
    expect(checks).toHaveLength(1);
  });

  it.each([
    ['cannot be read', [], 'SyntaxError', 'a.test.ts: SyntaxError'],
    ['has a hook that fails', [test('skipped')], '', 'a.test.ts: a hook failed'],
  ])('has an error for a file that %s', (_, tests, message, error) => {
    expect(read('unit', 'failed', tests, message)).toEqual({ checks: [], errors: [error] });
  });
});

describe('the rows of the security requirements', () => {
  it('have a kind each, or the proof would not begin', () => {
    const rows = readRows(readFileSync('docs/spec/security.md', 'utf8'));
    expect(rows.map(({ number }) => number)).toEqual(rows.map((_, index) => index + 1));
  });
});
