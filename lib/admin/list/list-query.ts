import { type Query, textOf } from '../query';

/** How many lines a page of a list may have. */
export const listSizes = [25, 50, 100] as const;

/** Which page of a list an address asks for. */
export type ListPlace = {
  /** The page begins behind this line; it counts where both are named. */
  readonly after: string | null;
  /** The page ends before this line. */
  readonly before: string | null;
  /** How many lines it has. */
  readonly size: number;
};

export const firstPage: ListPlace = { after: null, before: null, size: listSizes[0] };

/** Longer than any key of a line. */
const maximumKey = 800;

export function readPlace(query: Query): ListPlace {
  const after = textOf(query, 'after', maximumKey);
  const before = after === null ? textOf(query, 'before', maximumKey) : null;
  const [smallest] = listSizes;
  return { after, before, size: listSizes.find((size) => String(size) === query.size) ?? smallest };
}

/** By what a list is sorted. */
export type ListSort<Field extends string = string> = { readonly by: Field; readonly isDescending: boolean };

/** The order that an address asks for: `sort=name`, or `sort=-name` from the end. */
export function readSort<const Field extends string>(
  query: Query,
  fields: readonly Field[],
  fallback: ListSort<Field>,
): ListSort<Field> {
  const [, minus, name] = /^(-?)(.+)$/.exec(query.sort ?? '') ?? [];
  const by = fields.find((field) => field === name);
  return by === undefined ? fallback : { by, isDescending: minus === '-' };
}

export function writeSort({ by, isDescending }: ListSort): string {
  return `${isDescending ? '-' : ''}${by}`;
}

/** What an address says about a list with one search and no filter. */
export type NameQuery = ListPlace & { readonly q: string | null };

export function readNameQuery(query: Query): NameQuery {
  return { q: textOf(query, 'q'), ...readPlace(query) };
}

/** Whether one of the names of an entry holds what was searched. */
export function holdsText(names: readonly (string | null | undefined)[], text: string): boolean {
  const needle = text.toLowerCase();
  return names.some((name) => name?.toLowerCase().includes(needle));
}
