import { isDeepStrictEqual } from 'node:util';

/** A key with different values before and after. */
export type Difference = { readonly key: string; readonly before: unknown; readonly after: unknown };

/** The changes of an entry or account, key by key. An entry that did not exist has no keys. */
export function differences(before: unknown, after: unknown): Difference[] {
  const [from, to] = [asRecord(before), asRecord(after)];
  const keys = [...new Set([...Object.keys(from), ...Object.keys(to)])];
  return keys
    .filter((key) => !isDeepStrictEqual(from[key], to[key]))
    .map((key) => ({ key, before: from[key], after: to[key] }));
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
