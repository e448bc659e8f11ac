import { dayMs } from '#lib/vocabulary/time';

/** Until when access is given: a day in UTC, at whose end it is over, or the first instant at which it is over. */
export type Until = { readonly day: string } | { readonly at: Date } | null;

/** Access that somebody asked for lasts at most this long. */
const mostYears = 5;

/**
 * The first instant at which access is over. Null for no end.
 * @param until a day as in 2027-01-31. What is no day counts as past
 */
export function endAfter(until: Until, now: Date): Date | null | 'end_past' | 'end_too_far' {
  if (until === null) return null;
  const latest = latestOf(now);
  if ('at' in until) return judge(until.at, { now, isTooFar: until.at.getTime() > latest.getTime() });
  const start = /^\d{4}-\d{2}-\d{2}$/.test(until.day) ? Date.parse(`${until.day}T00:00:00.000Z`) : Number.NaN;
  if (Number.isNaN(start)) return 'end_past';
  return judge(new Date(start + dayMs), { now, isTooFar: start > latest.getTime() });
}

function judge(end: Date, { now, isTooFar }: { readonly now: Date; readonly isTooFar: boolean }) {
  if (end.getTime() <= now.getTime()) return 'end_past';
  return isTooFar ? 'end_too_far' : end;
}

function latestOf(now: Date): Date {
  const latest = new Date(now);
  latest.setUTCFullYear(now.getUTCFullYear() + mostYears);
  return latest;
}
