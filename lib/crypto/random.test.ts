import { describe, expect, it } from 'vitest';
import { createHandle, createId, createIdAt } from './random';

describe('random values (security #38)', () => {
  it.each([
    ['handles', createHandle, 43],
    ['identifiers', createId, 22],
    ['identifiers of one moment', () => createIdAt(new Date('2026-01-01')), 22],
  ])('%s are base64url of full length, and never repeat', (_, create, length) => {
    const values = Array.from({ length: 2000 }, () => String(create()));
    expect(new Set(values).size).toBe(values.length);
    for (const value of values) expect(value).toMatch(new RegExp(`^[A-Za-z0-9_-]{${length}}$`));
  });

  it('have no biased bit', () => {
    const bits = Array.from({ length: 256 }, () => 0);
    const rounds = 4000;
    for (let round = 0; round < rounds; round += 1) {
      const bytes = Buffer.from(createHandle(), 'base64url');
      for (const index of bits.keys())
        bits[index] = (bits[index] ?? 0) + (((bytes[index >> 3] ?? 0) >> (index & 7)) & 1);
    }
    // Seven standard deviations of a fair coin, so there is no false alarm in a billion runs.
    for (const count of bits) expect(Math.abs(count - rounds / 2)).toBeLessThan(7 * Math.sqrt(rounds / 4));
  });

  it('begin with their moment where rows of one moment should lie together (decision 004)', () => {
    const beginnings = ['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.001Z'].map(
      (time) => createIdAt(new Date(time)).slice(0, 8),
    );
    expect(beginnings).toEqual(['AZt22qgA', 'AZt22qgA', 'AZt22qgB']);
  });
});
