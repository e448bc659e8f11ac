import { isDeepStrictEqual } from 'node:util';

/** A key whose value is not the same before and after. */
export type Difference = { readonly key: string; readonly before: unknown; readonly after: unknown };

/** What an entry of the configuration or an account became, key by key. One that was not there has no keys. */
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
