import { hourOf } from '#lib/usage/tally-events';
import { hourMs } from '#lib/vocabulary/time';
import { startOfLocalDay } from '../local-time';

export const overviewRanges = ['24h', '7d', '30d', '90d'] as const;
export type OverviewRange = (typeof overviewRanges)[number];

/** A period: `from` is inclusive, `before` is exclusive. */
export type TimeWindow = { readonly from: Date; readonly before: Date };

export type OverviewWindows = {
  /** The columns of the chart, the oldest first. The last one is still in progress. They begin at whole hours (UTC). */
  readonly columns: readonly TimeWindow[];
  /** The same number of columns before the first one. */
  readonly before: readonly TimeWindow[];
};

const columnCounts = { '24h': 24, '7d': 7, '30d': 30, '90d': 90 } as const;

/**
 * Divides a range into columns: 24 hours including the current one, or the days of a zone including today. If a day
 * does not begin at a whole hour (UTC), its column begins at the start of that hour.
 */
export function windowsOf(range: OverviewRange, now: Date, zone: string): OverviewWindows {
  const count = columnCounts[range];
  const starts = range === '24h' ? hourStarts(now, 2 * count) : dayStarts(now, 2 * count, zone);
  const windows = starts.slice(0, -1).map((from, index) => ({ from, before: starts[index + 1] ?? from }));
  return { before: windows.slice(0, count), columns: windows.slice(count) };
}

/** The starts of `count` hours including the current one, and of the next hour. */
function hourStarts(now: Date, count: number): Date[] {
  const last = hourOf(now).getTime();
  return Array.from({ length: count + 1 }, (_, index) => new Date(last + (index + 1 - count) * hourMs));
}

/** The starts of `count` days including today, and of the next day. */
function dayStarts(now: Date, count: number, zone: string): Date[] {
  const starts = [startOfLocalDay(new Date(startOfLocalDay(now, zone).getTime() + 30 * hourMs), zone)];
  for (let index = 0; index < count; index += 1) {
    // Twelve hours before the start of a day is always the day before, even if a day has 23 or 25 hours.
    starts.unshift(startOfLocalDay(new Date((starts[0] ?? now).getTime() - 12 * hourMs), zone));
  }
  return starts.map(hourOf);
}
