import { knownQuery } from '#lib/interactions/area-address';

/** The query of a list page, read strictly: an invalid value counts as absent. */
export type Query = Readonly<Record<string, string>>;

/** The trimmed text of a parameter. Null if it is absent, empty, too long or contains NUL. */
export function textOf(query: Query, name: string, maximum = 200): string | null {
  const value = (query[name] ?? '').trim();
  // No stored value contains NUL, because PostgreSQL refuses it.
  return value === '' || value.length > maximum || value.includes('\0') ? null : value;
}

/** The value of a parameter if it is one of the given words; otherwise the fallback. */
export function wordOf<const Word extends string, Fallback extends Word | null>(
  query: Query,
  name: string,
  words: readonly Word[],
  fallback: Fallback,
): Word | Fallback {
  return words.find((word) => word === query[name]) ?? fallback;
}

/** A whole number of at least 1. Null for anything else. */
export function numberOf(query: Query, name: string): number | null {
  return /^[1-9]\d{0,8}$/.test(query[name] ?? '') ? Number(query[name]) : null;
}

/** The path of a list, and its query. */
export type ListAddress = { readonly path: string; readonly query: Query };

/** The address of a list for its links and forms: only the parameters that the list knows. */
export function listAddress(path: string, query: Query): ListAddress {
  return { path, query: knownQuery(path, query) };
}

/** The address of a page with changed parameters. A value replaces the current one, and null removes it. */
export function addressWith(path: string, query: Query, changes: Readonly<Record<string, string | null>>): string {
  const values = Object.entries({ ...query, ...changes }).flatMap(([name, value]) =>
    value === null || value === '' ? [] : [[name, value]],
  );
  const text = new URLSearchParams(values).toString();
  return text === '' ? path : `${path}?${text}`;
}

/** Of the values that a form keeps in its address, in characters. A sign-in keeps no longer ones (see toArea()). */
export const maximumDraft = 4000;
