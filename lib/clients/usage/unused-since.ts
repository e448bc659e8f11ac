/** What nobody used for so long is called unused. */
export const unusedDays = 90;

const dayMs = 86_400_000;

/** What was used after this counts as being in use. */
export function unusedSince(now: Date): Date {
  return new Date(now.getTime() - unusedDays * dayMs);
}
