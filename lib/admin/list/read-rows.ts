import type { ListPage } from './list-page';
import { firstPage, type ListPlace } from './list-query';

/**
 * Reads the rows on one side of a key, starting with the nearest. Without a key, it starts at the beginning or end of
 * the list.
 */
export type ReadSide<Row> = (side: 'after' | 'before', key: string | null, limit: number) => Promise<readonly Row[]>;

type Count = { readonly total: number; readonly isCut?: boolean };

/** The maximum number of rows that are counted. More are shown as "1,000+". */
export const countedRows = 1000;

/** @param counted up to one more than `countedRows` */
export function toCount(counted: number): Count {
  return { total: Math.min(counted, countedRows), isCut: counted > countedRows };
}

/**
 * A page of database rows, found by the keys of its neighbors instead of an offset. The address contains the position
 * of a row together with its key (`25~key`), so the position of the page is known without counting.
 */
export async function readRows<Row>(
  { after, before, size }: ListPlace,
  keyOf: (row: Row) => string,
  read: ReadSide<Row>,
  { total, isCut = false }: Count,
): Promise<ListPage<Row>> {
  const back = after === null ? readCursor(before) : null;
  if (back !== null) {
    const rows = await read('before', back.key, size + 1);
    const lines = rows.slice(0, size).toReversed();
    if (rows.length > size) return pageAt(lines, Math.max(2, back.place - size), true);
  }
  const from = readCursor(after);
  const rows = await read('after', from?.key ?? null, size + 1);
  // The rows after the place no longer exist.
  if (rows.length === 0 && from !== null) return readRows({ ...firstPage, size }, keyOf, read, { total, isCut });
  return pageAt(rows.slice(0, size), (from?.place ?? 0) + 1, rows.length > size);

  function pageAt(lines: readonly Row[], first: number, hasNext: boolean): ListPage<Row> {
    const [top] = lines;
    const last = lines.at(-1);
    const end = first + lines.length - 1;
    return {
      lines,
      first,
      // The rows were counted and read at different times.
      total: hasNext ? Math.max(total, end) : end,
      isCut: hasNext && isCut,
      previous: first > 1 && top !== undefined ? writeCursor(first, keyOf(top)) : null,
      next: hasNext && last !== undefined ? writeCursor(end, keyOf(last)) : null,
    };
  }
}

type Cursor = { readonly place: number; readonly key: string };

export function writeCursor(place: number, key: string): string {
  return `${place}~${key}`;
}

/** @returns null for any text that writeCursor() did not write */
function readCursor(text: string | null): Cursor | null {
  const [, place, key] = /^([1-9]\d{0,8})~(.+)$/s.exec(text ?? '') ?? [];
  return place === undefined || key === undefined ? null : { place: Number(place), key };
}
