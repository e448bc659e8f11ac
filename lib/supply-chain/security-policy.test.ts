import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const policy = readFileSync('SECURITY.md', 'utf8');
const requirements = readFileSync('docs/spec/security.md', 'utf8');
const built = new Map(
  [...requirements.matchAll(/^\| (\d+) \| (.*?) \|/gm)].map(([, number, text = '']) => [
    number,
    !text.startsWith('Not built'),
  ]),
);
const threats = [
  ...(policy.split('### Threats')[1] ?? '').matchAll(/^\| (?!Threat|---)(.+?) \| ([\d, ]+) \| (.+?) \|$/gm),
];

describe('SECURITY.md', () => {
  it('lists threats', () => {
    expect(threats.length).toBeGreaterThan(20);
  });

  it.each(threats.map(([, threat = '', , rows = '']) => [threat, rows]))(
    'names requirements that are built: %s',
    (_, rows) => {
      const numbers = [...rows.matchAll(/#(\d+)/g)].map(([, number]) => number);
      expect(numbers.length).toBeGreaterThan(0);
      expect(numbers.filter((number) => built.get(number) !== true)).toEqual([]);
    },
  );

  it.each(threats.map(([, threat = '', boundaries = '']) => [threat, boundaries]))(
    'names boundaries that are listed: %s',
    (_, boundaries) => {
      for (const boundary of boundaries.split(', ')) expect(policy).toContain(`\n${boundary}. `);
    },
  );
});
