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
  const start = startOf(until.day);
  if (start === null) return 'end_past';
  return judge(new Date(start + dayMs), { now, isTooFar: start > latest.getTime() });
}

/** Null for a text that is no day, such as 2027-02-30. */
function startOf(day: string): number | null {
  const start = Date.parse(`${day}T00:00:00.000Z`);
  return !Number.isNaN(start) && new Date(start).toISOString().startsWith(`${day}T`) ? start : null;
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

/** The first and the last day that a form offers. */
export function daysToOffer(now: Date): { readonly first: string; readonly last: string } {
  const dayOf = (moment: Date) => moment.toISOString().slice(0, 10);
  return { first: dayOf(now), last: dayOf(latestOf(now)) };
}
