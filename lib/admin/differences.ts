import { isDeepStrictEqual } from 'node:util';

/** A key with different values before and after. */
export type Difference = { readonly key: string; readonly before: unknown; readonly after: unknown };

/** What only plans and the history know of an entry: the IDs of a group and of roles (decision 023). */
const facts: ReadonlySet<string> = new Set(['id', 'role_ids']);

/** The changes of an entry or account, key by key, for people. An entry that did not exist has no keys. */
export function differences(before: unknown, after: unknown): Difference[] {
  return allDifferences(before, after).filter(({ key }) => !facts.has(key));
}

/** The same for a group of settings inside an entry, whose keys can be any, such as the languages of texts. */
export function allDifferences(before: unknown, after: unknown): Difference[] {
  const [from, to] = [asRecord(before), asRecord(after)];
  const keys = [...new Set([...Object.keys(from), ...Object.keys(to)])];
  return keys
    .filter((key) => !isDeepStrictEqual(from[key], to[key]))
    .map((key) => ({ key, before: from[key], after: to[key] }));
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
