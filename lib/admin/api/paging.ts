import { ApiProblem } from './api-problem';
import { apiRoot } from './find-operation';

type Page<Item> = { readonly items: readonly Item[]; readonly next: string | null };

/** The cursor of a list: any text, encoded for an address. */
function writeCursor(place: string): string {
  return Buffer.from(place).toString('base64url');
}

/** @throws ApiProblem `invalid` if writeCursor() did not write it */
export function readCursor(cursor: string | undefined): string | null {
  if (cursor === undefined) return null;
  const place = Buffer.from(cursor, 'base64url').toString('utf8');
  if (place !== '' && writeCursor(place) === cursor && !place.includes('\0')) return place;
  throw badCursor();
}

export function badCursor(): ApiProblem {
  const error = { pointer: '?cursor', code: 'cursor', detail: 'expected a cursor from a response' };
  return new ApiProblem('invalid', 'A query parameter is not valid', [error]);
}

/** The address of the next page: the same query with another cursor. */
export function nextAddress(
  path: string,
  query: Readonly<Record<string, string | number | boolean | null | undefined>>,
  place: string | null,
): string | null {
  if (place === null) return null;
  const asked = Object.entries({ ...query, cursor: writeCursor(place) });
  const kept = asked.flatMap(([name, value]) => (value === null || value === undefined ? [] : [[name, String(value)]]));
  return `${apiRoot}${path}?${new URLSearchParams(kept)}`;
}

/**
 * A page of items in memory, sorted by their places. It starts after the cursor, even if that item no longer exists.
 */
export function slicePage<Item>(
  sorted: readonly Item[],
  placeOf: (item: Item) => string,
  {
    path,
    query,
  }: { readonly path: string; readonly query: { readonly limit: number; readonly cursor?: string | undefined } },
): Page<Item> {
  const after = readCursor(query.cursor);
  const rest = after === null ? sorted : sorted.filter((item) => placeOf(item) > after);
  const items = rest.slice(0, query.limit);
  const last = items.at(-1);
  const place = rest.length > items.length && last !== undefined ? placeOf(last) : null;
  return { items, next: nextAddress(path, query, place) };
}
