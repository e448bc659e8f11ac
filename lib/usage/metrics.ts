import { z } from 'zod';
import { storedJsonOr } from '#lib/vocabulary/stored';
import { boundedText } from '#lib/vocabulary/text';

/**
 * The values that are counted by the hour. `sign_in.failed` is also counted by its reason, as `sign_in.failed:REASON`.
 * `user.active` is the number of people who got a token in an hour. `user.active_day` is the number for a whole day
 * (UTC), stored in its first hour. Both may be too low at the turn of the hour or day: only the latest one of a person
 * is stored, so a process that writes an earlier one afterwards does not count it.
 */
const usageMetrics = [
  'sign_in.ok',
  'sign_in.failed',
  'refused',
  'token.user',
  'token.client',
  'user.created',
  'user.active',
  'user.active_day',
] as const;
export type UsageMetric = (typeof usageMetrics)[number];

/** The part of an event that decides what it counts for. */
export type CountedEvent = {
  readonly id: string;
  readonly type: string;
  readonly clientId: string | null;
  /** JSON. Null if it does not matter. */
  readonly details: string | null;
};

/** The types and outcomes of events that are counted, with their metric. */
export const countedTypes = [
  ['sign_in.succeeded', 'success', 'sign_in.ok'],
  ['sign_in.failed', 'failure', 'sign_in.failed'],
  ['user.created', 'success', 'user.created'],
] as const satisfies readonly (readonly [type: string, outcome: string, metric: UsageMetric])[];

const reasonPrefix = 'sign_in.failed:';

/** The metrics that an event counts for. Its outcome must be the one in `countedTypes`. */
export function metricsOf({ type, details }: CountedEvent): string[] {
  const counted = countedTypes.find(([known]) => known === type);
  if (counted === undefined) return [];
  const [, , metric] = counted;
  return metric === 'sign_in.failed' ? [metric, reasonPrefix + reasonOf(details)] : [metric];
}

/** The reason that a metric counts. Null for other metrics. */
export function reasonOfMetric(metric: string): string | null {
  return metric.startsWith(reasonPrefix) ? metric.slice(reasonPrefix.length) : null;
}

const failure = z.object({ problem: boundedText(60, z.regex(/^[a-z_.]+$/)) });

function reasonOf(details: string | null): string {
  return storedJsonOr(failure, details ?? '{}', { problem: 'other' }).problem;
}
