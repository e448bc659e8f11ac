import { dayMs } from '#lib/vocabulary/time';

/** The time after which something counts as unused. */
export const unusedDays = 90;

/** For so long, all codes of a client must have had a code challenge before the checks offer to require it. */
const pkceDays = 7;

/** The checks look at what tokens left out, or what providers said, for so long. */
const leftOutDays = 7;

/** The checks look at tokens for several APIs for so long. */
const mixedDays = 30;

/** The checks remind of a secret without an end after this time. */
const oldSecretDays = 365;

/** Anything used after this time counts as in use. */
export function unusedSince(now: Date): Date {
  return daysBefore(now, unusedDays);
}

/** The first code that the checks look at for its code challenge. */
export function pkceSince(now: Date): Date {
  return daysBefore(now, pkceDays);
}

/** The first token or sign-in that the checks look at for groups and claims that were left out. */
export function leftOutSince(now: Date): Date {
  return daysBefore(now, leftOutDays);
}

/** The first token that the checks look at for several names in `aud`. */
export function mixedSince(now: Date): Date {
  return daysBefore(now, mixedDays);
}

/** A secret created before this time is old. */
export function secretsOldBefore(now: Date): Date {
  return daysBefore(now, oldSecretDays);
}

function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * dayMs);
}
