/**
 * Divides a limited number of places fairly. A request below the share is granted completely, and none gets more than
 * the share.
 * @returns the largest share with which all requests together get at most `maximum`
 */
export function fairShare(wanted: readonly number[], maximum: number): number {
  let left = maximum;
  const sorted = wanted.toSorted((a, b) => a - b);
  for (const [index, one] of sorted.entries()) {
    const share = Math.floor(left / (sorted.length - index));
    if (one > share) return share;
    left -= one;
  }
  return sorted.at(-1) ?? maximum;
}
