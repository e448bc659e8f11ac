/** The time after which something counts as unused. */
export const unusedDays = 90;

const dayMs = 86_400_000;

/** Anything used after this time counts as in use. */
export function unusedSince(now: Date): Date {
  return new Date(now.getTime() - unusedDays * dayMs);
}
