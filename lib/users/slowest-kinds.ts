/**
 * The kinds of hashes (see StoredHash) that may be the slowest. A kind is left out if another one of the same algorithm
 * is at least as high in every number. So the first sign-in of a process does not wait for measuring all of them.
 */
export function slowestKinds(kinds: readonly string[]): string[] {
  return kinds.filter((kind) => !kinds.some((other) => other !== kind && isAtLeast(other, kind)));
}

function isAtLeast(other: string, kind: string): boolean {
  if (shapeOf(other) !== shapeOf(kind)) return false;
  const least = numbersOf(kind);
  return numbersOf(other).every((number, index) => number >= (least[index] ?? 0));
}

const cost = /(?<=\w=|^\$2b\$)\d+/g;

/** The parts that must be equal: the names and the lanes, which may make a hash slower or faster. */
function shapeOf(kind: string): string {
  return kind.replace(cost, (digits, offset: number) => (kind.slice(offset - 2, offset) === 'p=' ? digits : '#'));
}

function numbersOf(kind: string): number[] {
  return (kind.match(cost) ?? []).map(Number);
}
