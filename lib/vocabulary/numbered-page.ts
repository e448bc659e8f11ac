/** A page of a list that belongs to one person or entry. */
export type NumberedPage<Row> = {
  readonly rows: readonly Row[];
  /** Starting at 1. */
  readonly page: number;
  readonly hasNext: boolean;
};

/** The number of rows on a page. */
export const pageSize = 50;

/** More pages than anybody has. */
const mostPages = 100_000;

/** The page that an address asks for (`page=2`). The first one if it asks for none. */
export function readPageNumber(text: string | undefined): number {
  const page = /^[1-9]\d{0,5}$/.test(text ?? '') ? Number(text) : 1;
  return Math.min(page, mostPages);
}

/** A page of rows that are completely in memory. A page after the last one is the last one. */
export function pageAmong<Row>(all: readonly Row[], asked: number): NumberedPage<Row> {
  const page = Math.min(asked, Math.max(1, Math.ceil(all.length / pageSize)));
  const end = page * pageSize;
  return { rows: all.slice(end - pageSize, end), page, hasNext: all.length > end };
}
