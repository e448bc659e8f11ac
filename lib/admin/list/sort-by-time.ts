/**
 * Sorts the lines of a list by a time, the earliest first. What never happened was longest ago. Of the same time, the last
 * one of the list is first: turned around, newest first, they are as they were.
 */
export function sortByTime<Line>(
  lines: readonly Line[],
  times: ReadonlyMap<string, Date>,
  keyOf: (line: Line) => string,
): readonly Line[] {
  const timeOf = (line: Line) => times.get(keyOf(line))?.getTime() ?? 0;
  return lines.toReversed().sort((one, other) => timeOf(one) - timeOf(other));
}
