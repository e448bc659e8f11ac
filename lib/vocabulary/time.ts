export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

export const daySeconds = 86_400;

/**
 * How far the clocks of machines may differ. A time that is further in the future than it can be was written while a
 * clock was ahead: it counts as past, or whoever it stops would wait until then.
 */
const clockMarginMs = minuteMs;

/** Whatever began later than this began while a clock was ahead, and is over. */
export function latestStart(now: Date): Date {
  return new Date(now.getTime() + clockMarginMs);
}

/** Whether a time is one of now or before, as far as clocks agree. */
export function hasBegun(time: Date, now: Date): boolean {
  return time <= latestStart(now);
}

/** The latest end that an interval which begins now can have. A later one counts as past. */
export function latestEndFromNow(now: Date, intervalMs: number): Date {
  return new Date(now.getTime() + intervalMs + clockMarginMs);
}

/** The condition for a row that has begun and has not ended. */
export function isUnderWay(now: Date) {
  return { createdAt: { lte: latestStart(now) }, expiresAt: { gt: now } };
}

/**
 * The condition for work that is tried again: its next attempt has come, or is further away than a pause can be.
 * @param longestPauseMs between two attempts; the first one is due at once
 */
export function isDue(now: Date, longestPauseMs: number) {
  return {
    OR: [
      { nextAttemptAt: { lte: now } },
      { attempts: 0, nextAttemptAt: { gt: latestStart(now) } },
      { nextAttemptAt: { gt: latestEndFromNow(now, longestPauseMs) } },
    ],
  };
}
