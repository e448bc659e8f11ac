import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const rows = [...readFileSync('docs/spec/administration.md', 'utf8').matchAll(/^\| (\d+) \| .+? \| (.+) \|$/gm)];
const files = new Map<string, string>();

function read(file: string): string {
  const known = files.get(file) ?? readFileSync(file, 'utf8');
  files.set(file, known);
  return known;
}

it('the promises of the administration are numbered without gaps', () => {
  expect(rows.map(([, number]) => Number(number))).toEqual(rows.map((_, index) => index + 1));
  expect(rows).toHaveLength(40);
});

it.each(rows.map(([, number = '', tests = '']) => [number, tests] as const))(
  'promise %s of the administration has the tests that it names',
  (_, tests) => {
    const named = [...tests.matchAll(/`([^`]+\.tsx?)`: ([^;|(]+)/g)];
    expect(named.length).toBeGreaterThan(0);
    for (const [, file = '', name = ''] of named) expect(read(file), `${file}: ${name}`).toContain(name.trim());
  },
);
