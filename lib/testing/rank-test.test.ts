import { describe, expect, it } from 'vitest';
import { boundOf, rankTest } from './rank-test';

const upTo = (count: number, from = 1) => Array.from({ length: count }, (_, index) => from + index);

describe('rankTest', () => {
  // These values were calculated elsewhere with an exact error function.
  it.each([
    ['nothing in common', upTo(5), upTo(5, 6), { u: 0, z: -2.6112, p: 0.00902 }],
    ['the other way round', upTo(5, 6), upTo(5), { u: 25, z: 2.6112, p: 0.00902 }],
    ['ties', [1, 2, 2, 3], [2, 3, 4, 4], { u: 2.5, z: -1.64765, p: 0.099425 }],
    ['samples of unequal size', [1, 4, 6, 7, 9, 12], [2, 3, 5, 8], { u: 16, z: 0.8528, p: 0.39377 }],
  ])('tells how far apart samples with %s are', (_, first, second, { u, z, p }) => {
    const found = rankTest(first, second);
    expect(found.u).toBe(u);
    expect(found.z).toBeCloseTo(z, 4);
    expect(found.p).toBeCloseTo(p, 5);
  });

  it.each([
    ['themselves', upTo(300), upTo(300)],
    ['one value', [7, 7, 7], [7, 7]],
  ])('finds no difference between samples and %s', (_, first, second) => {
    expect(rankTest(first, second).z).toBe(0);
    expect(rankTest(first, second).p).toBeCloseTo(1, 6);
  });

  it('finds a shift by a tenth of the spread among 300 values, and none by a thousandth', () => {
    const shifted = (by: number) => upTo(300).map((value) => value + 300 * by);
    expect(Math.abs(rankTest(shifted(0.1), upTo(300)).z)).toBeGreaterThan(boundOf(0.01, 10));
    expect(Math.abs(rankTest(shifted(0.001), upTo(300)).z)).toBeLessThan(1);
  });
});

describe('boundOf', () => {
  it.each([
    [0.05, 1, 1.96],
    [0.01, 1, 2.576],
    [0.01, 10, 3.291],
  ])('is for %d in %d comparisons %d', (alpha, comparisons, bound) => {
    expect(boundOf(alpha, comparisons)).toBeCloseTo(bound, 3);
  });
});
