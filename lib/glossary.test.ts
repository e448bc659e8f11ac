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
  const sources = ['components', 'lib'].flatMap(readSources);

  it('names types', () => {
    expect(types.length).toBeGreaterThan(30);
  });

  it.each(types)('names one type %s', (name) => {
    const declared = (start: string) =>
      sources.filter((source) => new RegExp(`^${start}(type|interface|class) ${name}\\b`, 'm').test(source));
    const exported = declared('export ');
    // A name that only one file uses may mean something else in another file.
    expect(exported.length === 0 ? declared('') : exported).toHaveLength(1);
  });
});
