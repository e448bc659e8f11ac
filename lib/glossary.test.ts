import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';

function readSources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'generated' ? [] : readSources(path);
    return /(?<!\.test)\.tsx?$/.test(entry.name) ? [readFileSync(path, 'utf8')] : [];
  });
}

const rows = readFileSync('docs/glossary.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| '));
const types = rows.flatMap((row) => [...(row.split('|')[3] ?? '').matchAll(/`(\w+)`/g)].map(([, name = '']) => name));

describe('docs/glossary.md', () => {
  /** How often each type is declared, and exported. */
  const counts = new Map<string, { declared: number; exported: number }>();
  for (const source of ['components', 'lib'].flatMap(readSources)) {
    for (const [, start, name = ''] of source.matchAll(/^(export )?(?:type|interface|class) (\w+)\b/gm)) {
      const count = counts.get(name) ?? { declared: 0, exported: 0 };
      count[start === undefined ? 'declared' : 'exported'] += 1;
      counts.set(name, count);
    }
  }

  it('names types', () => {
    expect(types.length).toBeGreaterThan(30);
  });

  it.each(types)('names one type %s', (name) => {
    const { declared, exported } = counts.get(name) ?? { declared: 0, exported: 0 };
    // A name that only one file uses may mean something else in another file.
    expect(exported === 0 ? declared : exported).toBe(1);
  });
});
