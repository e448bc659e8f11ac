import { addressWith, type Query, textOf } from '../query';

/** What an address says about a list with one search and no filter. */
export type NameQuery = {
  readonly q: string | null;
  /** The entry after which the page begins. */
  readonly after: string | null;
};

export function readNameQuery(query: Query): NameQuery {
  return { q: textOf(query, 'q'), after: textOf(query, 'after') };
}

/** Whether one of the names of an entry holds what was searched. */
export function holdsText(names: readonly (string | null | undefined)[], text: string): boolean {
  const needle = text.toLowerCase();
  return names.some((name) => name?.toLowerCase().includes(needle));
}

type Found = {
  /** The entry after which the next page begins; null at the end. */
  readonly next: string | null;
  /** There is no entry at all, whatever was asked. */
  readonly isEmpty: boolean;
};

/**
 * What the page of a list shows around its entries.
 * @param asked what its address says; `after` is the entry after which the page begins
 */
export function listPage(
  path: string,
  { next, isEmpty }: Found,
  { after, ...asked }: { readonly after: string | null } & Readonly<Record<string, string | null>>,
) {
  const address = (place: string | null) => addressWith(path, {}, { ...asked, after: place });
  return {
    isEmpty,
    next: next === null ? null : address(next),
    start: after === null ? null : address(null),
  };
}

/** A page of the entries that match: those after one of them. */
export function pageAfter<Item>(
  matching: readonly Item[],
  { after, size, keyOf }: { readonly after: string | null; readonly size: number; keyOf: (item: Item) => string },
): { readonly items: readonly Item[]; readonly start: number; readonly next: string | null } {
  const start = matching.findIndex((item) => keyOf(item) === after) + 1;
  const items = matching.slice(start, start + size);
  const last = items.at(-1);
  return { items, start, next: last !== undefined && start + size < matching.length ? keyOf(last) : null };
}
