import { z } from 'zod';
import { overviewRanges } from './windows';

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
