import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isTest, namedTests } from './named-tests';

const page = readFileSync('docs/conformance.md', 'utf8');
const rows = page.split('\n').filter((line) => line.startsWith('| `oidcc-'));
const fapiRows = (page.split('\n## FAPI 2.0\n')[1]?.split('\n## ')[0] ?? '')
  .split('\n')
  .filter((line) => line.startsWith('| `'));
const folder = 'lib/protocol/conformance';

describe('docs/conformance.md', () => {
  it('lists the modules of every plan', () => {
    expect(rows.length).toBeGreaterThan(80);
    expect(fapiRows.length).toBeGreaterThan(60);
  });

  it.each([...rows, ...fapiRows].map((row) => [row.split('`')[1] ?? '', row]))(
    '%s: every test that is named exists',
    (_, row) => {
      const named = namedTests(row);
      expect(named).toHaveLength(row.split('“').length - 1);
      expect(named.filter((test) => !isTest(test))).toEqual([]);
      if (!row.includes('cannot pass')) expect(named.length).toBeGreaterThan(0);
    },
  );

  it('names every module that is restated as a test', () => {
    const restated = readdirSync(folder).flatMap((file) =>
      [...readFileSync(`${folder}/${file}`, 'utf8').matchAll(/'(oidcc-[\w.-]+)/g)].map(([, name = '']) => name),
    );
    expect(restated.length).toBeGreaterThan(40);
    for (const name of restated) expect(page, name).toContain(`\`${name}\``);
  });
});

describe('docs/interface-tests.md', () => {
  const rows = readFileSync('docs/interface-tests.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ') && line.includes('“'));

  it('has a test for every row of the interface requirements, every library and everything that works once', () => {
    expect(rows.length).toBeGreaterThan(90);
  });

  it.each(rows.map((row) => [row.split(' | ').slice(0, 2).join(' '), row]))(
    '%s: every test that is named exists',
    (_, row) => {
      const named = namedTests(row);
      expect(named).toHaveLength(row.split('“').length - 1);
      expect(named.filter((test) => !isTest(test))).toEqual([]);
    },
  );
});
