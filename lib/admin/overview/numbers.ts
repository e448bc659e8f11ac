import { z } from 'zod';
import { hourOf } from '#lib/usage/tally-events';
import { hourMs } from '#lib/vocabulary/time';
import { startOfLocalDay } from '../local-time';

export const overviewRanges = ['24h', '7d', '30d', '90d'] as const;
export type OverviewRange = (typeof overviewRanges)[number];

/** The tiles of the overview, in their order. */
export const overviewMetrics = ['sign_ins', 'failed', 'tokens', 'refused', 'new_users', 'active_users'] as const;
export type OverviewMetric = (typeof overviewMetrics)[number];

const counts = z.array(z.int());

const series = z.object({
  /** In the whole range. */
  total: z.int(),
  /** In the same part of the previous range. Null if it is unknown. */
  previous: z.int().nullable(),
  columns: counts,
  /** The columns of the previous range. */
  before: counts,
});

const share = z.object({ name: z.string(), count: z.int() });

/** The whole overview at one moment. Stored dates are text. */
export const storedNumbers = z.object({
  range: z.enum(overviewRanges),
  zone: z.string(),
  /**
   * The start of the first column and the moment of counting. A list of this period has as many lines as the numbers
   * say.
   */
  from: z.coerce.date(),
  to: z.coerce.date(),
  /** Past events are still being counted, so the numbers are too small. */
  isCounting: z.boolean(),
  columns: z.array(z.object({ from: z.coerce.date(), before: z.coerce.date() })),
  metrics: z.record(z.enum(overviewMetrics), series),
  /** Tokens by column: for people, and for clients that act for themselves. */
  tokens: z.object({ user: counts, client: counts }),
  /** Failed sign-ins by the reason in the event, the most frequent first. */
  reasons: z.array(share),
  /** Sign-ins by client ID, the most used clients first. */
  clients: z.array(share),
});

export type OverviewNumbers = z.output<typeof storedNumbers>;
export type MetricSeries = z.output<typeof series>;
export type Share = z.output<typeof share>;

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
