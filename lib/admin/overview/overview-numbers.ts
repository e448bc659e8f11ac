import { z } from 'zod';
import { overviewRanges } from './windows';

/** The tiles of the overview, in their order. */
export const overviewMetrics = ['sign_ins', 'failed', 'tokens', 'refused', 'new_users', 'active_users'] as const;
export type OverviewMetric = (typeof overviewMetrics)[number];

const counts = z.array(z.int());

const series = z.object({
  /** In the whole range. */
  total: z.int(),
  /** In as much time before, up to the same moment; null where it is not known. */
  previous: z.int().nullable(),
  columns: counts,
  /** The columns before the first one. */
  before: counts,
});

const share = z.object({ name: z.string(), count: z.int() });

/** The whole overview at one moment. Dates are kept as text. */
export const storedNumbers = z.object({
  range: z.enum(overviewRanges),
  zone: z.string(),
  /** The beginning of the first column, and the moment of counting: what is listed between agrees with the numbers. */
  from: z.coerce.date(),
  to: z.coerce.date(),
  /** Past events are being counted: the numbers are too small. */
  isCounting: z.boolean(),
  columns: z.array(z.object({ from: z.coerce.date(), before: z.coerce.date() })),
  metrics: z.record(z.enum(overviewMetrics), series),
  /** Tokens for people, and for clients that act for themselves, by column. */
  tokens: z.object({ user: counts, client: counts }),
  /** Why sign-ins failed, by the reason of the event; the most frequent first. */
  reasons: z.array(share),
  /** Clients by ID with their sign-ins, the most used first. */
  clients: z.array(share),
});

export type OverviewNumbers = z.output<typeof storedNumbers>;
export type MetricSeries = z.output<typeof series>;
export type Share = z.output<typeof share>;
