import type { ListPlace } from './list-query';

/** A page of a list, and its place among all lines. */
export type ListPage<Line> = {
  readonly lines: readonly Line[];
  /** The position of its first line, starting at 1. */
  readonly first: number;
  /** The number of lines on all pages. */
  readonly total: number;
  /** There are more than `total`, because counting stopped there. */
  readonly isCut?: boolean;
  /** `before` and `after` of the neighboring pages; null if there is none. */
  readonly previous: string | null;
  readonly next: string | null;
};

/** A page of a list that is completely in memory. The place of a deleted line leads to the first page. */
export function pageOf<Line>(
  all: readonly Line[],
  { after, before, size }: ListPlace,
  keyOf: (line: Line) => string,
): ListPage<Line> {
  const placeOf = (key: string) => all.findIndex((line) => keyOf(line) === key);
  const start = after === null ? (before === null ? 0 : placeOf(before) - size) : placeOf(after) + 1;
  const from = start >= all.length ? 0 : Math.max(0, start);
  const lines = all.slice(from, from + size);
  const [first] = lines;
  const last = lines.at(-1);
  return {
    lines,
    first: from + 1,
    total: all.length,
    previous: first !== undefined && from > 0 ? keyOf(first) : null,
    next: last !== undefined && from + size < all.length ? keyOf(last) : null,
  };
}

/** The same page with other lines. */
export function mapLines<Line, Shown>(page: ListPage<Line>, show: (line: Line) => Shown): ListPage<Shown> {
  return { ...page, lines: page.lines.map(show) };
}
