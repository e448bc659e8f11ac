import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findUnsparable } from './check-spared';
import { sparedSuites } from './spared-suites.mjs';

describe('the suites that PostgreSQL is spared', () => {
  it('exist, each once', () => {
    expect(sparedSuites.filter((file) => !existsSync(file))).toEqual([]);
    expect(new Set(sparedSuites).size).toBe(sparedSuites.length);
  });

  const one = 'SELECT "sub" FROM "User" WHERE "sub" IN ($1,$2)';
  const more = 'SELECT "sub" FROM "User" WHERE "sub" IN ($1,$2,$3)';
  const other = 'DELETE FROM "User" WHERE "sub" = $1';

  it.each([
    ['sends what another one sends, with more values', [one], [more], []],
    ['sends a statement of its own', [one], [one, other], ['spared.test.ts']],
    ['sends nothing', [], [], []],
  ])('are named if one %s', (_, usual, spared, named) => {
    const sent = [
      { test: 'usual.test.ts', texts: usual },
      { test: 'spared.test.ts', texts: spared },
    ];
    expect(findUnsparable(sent, ['spared.test.ts'])).toEqual(named);
  });
});
