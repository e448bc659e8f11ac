/** The administration is in American English, and so is the format of its numbers. */
const format = new Intl.NumberFormat('en-US');

/** A count with grouped thousands: "5,005". */
export function formatNumber(value: number): string {
  return format.format(value);
}

/**
 * A count that may be incomplete: "1,000+".
 * @param more true if there are more than were counted
 */
export function formatCount(value: number, more: boolean): string {
  return more ? `${formatNumber(value)}+` : formatNumber(value);
}

/** A number that was counted up to one more than a limit. Beyond the limit it is shown as "1,000+". */
export function formatUpTo(counted: number, limit: number): string {
  return formatCount(Math.min(counted, limit), counted > limit);
}
