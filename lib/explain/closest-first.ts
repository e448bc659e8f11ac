/** The values in the order of their likeness to what was received; equal ones stay in their order. */
export function closestFirst(received: string, values: readonly string[]): string[] {
  if (values.length < 2) return [...values];
  return values
    .map((value) => ({ value, likeness: likeness(received, value) }))
    .toSorted((a, b) => b.likeness - a.likeness)
    .map(({ value }) => value);
}

/** How much of the longer text both share at their beginnings and their ends, from 0 to 1. */
function likeness(a: string, b: string): number {
  const shortest = Math.min(a.length, b.length);
  let start = 0;
  while (start < shortest && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < shortest - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  return (start + end) / Math.max(a.length, b.length, 1);
}
