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
