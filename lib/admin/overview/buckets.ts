export const overviewRanges = ['24h', '7d', '30d'] as const;
export type OverviewRange = (typeof overviewRanges)[number];

export const rangeHours = { '24h': 24, '7d': 168, '30d': 720 } as const;

/** How much one column of the chart stands for: whole hours of UTC. */
const columnHours = { '24h': 1, '7d': 6, '30d': 24 } as const;

const hourMs = 3_600_000;

/** The columns of a range, the oldest first: they begin at whole hours, quarters of a day or days, and the last is not over. */
export function bucketsOf(range: OverviewRange, now: Date): { readonly from: Date; readonly before: Date }[] {
  const width = columnHours[range] * hourMs;
  const last = Math.floor(now.getTime() / width) * width;
  const count = rangeHours[range] / columnHours[range];
  return Array.from({ length: count }, (_, index) => {
    const from = last - (count - 1 - index) * width;
    return { from: new Date(from), before: new Date(from + width) };
  });
}
