/** The administration is in American English, so its numbers are too. */
const format = new Intl.NumberFormat('en-US');

/** A count with its thousands grouped: "5,005". */
export function formatNumber(value: number): string {
  return format.format(value);
}

/**
 * A count that may be cut: "1,000+".
 * @param more true where there are more than were counted
 */
export function formatCount(value: number, more: boolean): string {
  return more ? `${formatNumber(value)}+` : formatNumber(value);
}

/** A count of which at most one more than a limit was counted: "1,000+" behind it. */
export function formatUpTo(counted: number, limit: number): string {
  return formatCount(Math.min(counted, limit), counted > limit);
}
