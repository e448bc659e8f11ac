import { knownQuery } from '#lib/interactions/area-address';

/** What a page's address may say about a list, read strictly: what does not fit counts as absent. */
export type Query = Readonly<Record<string, string>>;

/** The trimmed text of a parameter; null when it is absent, empty or nothing that a value could be. */
export function textOf(query: Query, name: string, maximum = 200): string | null {
  const value = (query[name] ?? '').trim();
  // PostgreSQL refuses NUL, so no value contains one.
  return value === '' || value.length > maximum || value.includes('\0') ? null : value;
}

/** One of the given words, else the fallback. */
export function wordOf<const Word extends string, Fallback extends Word | null>(
  query: Query,
  name: string,
  words: readonly Word[],
  fallback: Fallback,
): Word | Fallback {
  return words.find((word) => word === query[name]) ?? fallback;
}

/** A whole number of at least 1; null when it is none. */
export function numberOf(query: Query, name: string): number | null {
  return /^[1-9]\d{0,8}$/.test(query[name] ?? '') ? Number(query[name]) : null;
}

/** Where a list is, and what its address says. */
export type ListAddress = { readonly path: string; readonly query: Query };

/** The address of a list as its links and forms repeat it: only what the list knows. */
export function listAddress(path: string, query: Query): ListAddress {
  return { path, query: knownQuery(path, query) };
}

/** The address of a page with other parameters: those given replace the present ones, null takes one out. */
export function addressWith(path: string, query: Query, changes: Readonly<Record<string, string | null>>): string {
  const values = Object.entries({ ...query, ...changes }).flatMap(([name, value]) =>
    value === null || value === '' ? [] : [[name, value]],
  );
  const text = new URLSearchParams(values).toString();
  return text === '' ? path : `${path}?${text}`;
}
