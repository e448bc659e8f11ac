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
