import { dayMs } from '#lib/vocabulary/time';

/** The time after which something counts as unused. */
export const unusedDays = 90;

/** Anything used after this time counts as in use. */
export function unusedSince(now: Date): Date {
  return new Date(now.getTime() - unusedDays * dayMs);
}
