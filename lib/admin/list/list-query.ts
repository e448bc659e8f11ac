import { type Query, textOf } from '../query';

/** The possible page sizes of a list. */
export const listSizes = [25, 50, 100] as const;

/** The page of a list that an address asks for. */
export type ListPlace = {
  /** The page begins after this line. It takes precedence over `before`. */
  readonly after: string | null;
  /** The page ends before this line. */
  readonly before: string | null;
  /** The number of lines. */
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

/** The field and direction that a list is sorted by. */
export type ListSort<Field extends string = string> = { readonly by: Field; readonly isDescending: boolean };

/** The order that an address asks for: `sort=name`, or `sort=-name` for descending. */
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

/** The query of a list that has one search field and no filter. */
export type NameQuery = ListPlace & { readonly q: string | null };

export function readNameQuery(query: Query): NameQuery {
  return { q: textOf(query, 'q'), ...readPlace(query) };
}

/** Whether one of the names of an entry contains the search text. */
export function holdsText(names: readonly (string | null | undefined)[], text: string): boolean {
  const needle = text.toLowerCase();
  return names.some((name) => name?.toLowerCase().includes(needle));
}
