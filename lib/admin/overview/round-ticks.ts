/**
 * The top of a chart's axis: the smallest even number that is 1, 2, 4, 5 or 10 times a power of ten and not below the
 * highest value.
 */
export function topTick(highest: number): number {
  if (highest <= 2) return 2;
  const power = 10 ** Math.floor(Math.log10(highest));
  const top = [1, 2, 4, 5, 10].map((factor) => factor * power).find((tick) => tick >= highest) ?? 10 * power;
  return top % 2 === 0 ? top : top * 2;
}
