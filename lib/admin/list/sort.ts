import { sha256 } from '#lib/crypto/hash';

/** In characters. Encoded for an address, a cursor has at most 1,178. */
const maximum = 280;

/**
 * What an item of a list is sorted by, in a limited length, because the cursor of a page contains it. A hash of the whole
 * text distinguishes items that begin in the same way. The list must be sorted by the result.
 */
export function limitOrder(order: string): string {
  if (order.length <= maximum) return order;
  return `${order.slice(0, maximum).replace(/\p{Surrogate}$/u, '')}${sha256(order)}`;
}

/**
 * Sorts the lines of a list by a time, earliest first. Lines without a time come first. Lines with the same time are in
 * reverse order, so when the result is reversed to newest first, they have their original order.
 */
export function sortByTime<Line>(
  lines: readonly Line[],
  times: ReadonlyMap<string, Date>,
  keyOf: (line: Line) => string,
): readonly Line[] {
  const timeOf = (line: Line) => times.get(keyOf(line))?.getTime() ?? 0;
  return lines.toReversed().sort((one, other) => timeOf(one) - timeOf(other));
}
