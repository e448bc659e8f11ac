/** The result of comparing two samples: Mann and Whitney's U, its standard score and its two-sided probability. */
export type RankTest = { readonly u: number; readonly z: number; readonly p: number };

/**
 * Compares two samples by the Mann-Whitney U test, in the normal approximation with the correction for ties. Accurate
 * from about twenty values each.
 * @returns `u` counts the pairs in which the first sample is greater, ties as half. `z` is positive if that is more
 * often than by chance
 */
export function rankTest(first: readonly number[], second: readonly number[]): RankTest {
  const [n, m] = [first.length, second.length];
  const all = n + m;
  const { rankSum, ties } = rank(first, second);
  const u = rankSum - (n * (n + 1)) / 2;
  const variance = ((n * m) / 12) * (all + 1 - ties / (all * (all - 1)));
  const z = variance === 0 ? 0 : (u - (n * m) / 2) / Math.sqrt(variance);
  return { u, z, p: twoSided(z) };
}

/**
 * The |z| that one of several comparisons exceeds by chance with a probability of at most `alpha` (Bonferroni).
 * @param alpha for all of them together
 */
export function boundOf(alpha: number, comparisons: number): number {
  let [low, high] = [0, 40];
  while (high - low > 1e-9) {
    const middle = (low + high) / 2;
    if (twoSided(middle) > alpha / comparisons) low = middle;
    else high = middle;
  }
  return high;
}

/**
 * The sum of the ranks of the first sample, in which equal values share their ranks, and the sum of t³ − t over all
 * ties.
 */
function rank(first: readonly number[], second: readonly number[]): { rankSum: number; ties: number } {
  const values = [
    ...first.map((value) => ({ value, isFirst: true })),
    ...second.map((value) => ({ value, isFirst: false })),
  ].sort((a, b) => a.value - b.value);
  let [rankSum, ties, index] = [0, 0, 0];
  while (index < values.length) {
    const { value } = values[index] ?? { value: 0 };
    const equal = values.filter((one) => one.value === value);
    rankSum += equal.filter(({ isFirst }) => isFirst).length * (index + (equal.length + 1) / 2);
    ties += equal.length ** 3 - equal.length;
    index += equal.length;
  }
  return { rankSum, ties };
}

/**
 * The probability that a standard normal value is at least this far from 0. Abramowitz and Stegun, 7.1.26, accurate to
 * 1.5e-7.
 */
function twoSided(z: number): number {
  const x = Math.abs(z) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const terms = [1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592];
  return terms.reduce((sum, term) => (sum + term) * t, 0) * Math.exp(-x * x);
}
