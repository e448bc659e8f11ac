import { isDeepStrictEqual } from 'node:util';
import { sha256 } from '#lib/crypto/hash';
import { type EntrySection, type Wire, withoutFacts } from '#lib/vocabulary/wire-entry';

/** The change of one entry of the configuration. */
export type Change = {
  readonly kind: 'create' | 'update' | 'delete';
  readonly section: EntrySection | 'portal';
  /** The entry's name, client_id or username. Empty for the portal, because there is only one. */
  readonly key: string;
  /** For an update: the keys whose values change. */
  readonly values: readonly ValueChange[];
  /** For the portal: the keys that return to their defaults, because the file leaves them out. */
  readonly resets?: readonly string[];
  /** The entry before and after the change. Null if it does not exist at that time. */
  readonly before: Wire | null;
  readonly after: Wire | null;
};

export type ValueChange = { readonly key: string; readonly from: unknown; readonly to: unknown };

/** The keys whose values differ. The order of a list matters, the order of the keys inside a value does not. */
export function diffWire(from: Wire, to: Wire): ValueChange[] {
  const values: ValueChange[] = [];
  for (const [key, value] of Object.entries(to)) {
    // Roles get IDs when they get their names.
    if (key !== 'role_ids' && !isDeepStrictEqual(from[key], value)) values.push({ key, from: from[key], to: value });
  }
  return values;
}

/**
 * A short hash of an entry's content, for editors and ETags. A different one means that the entry changed in the
 * meantime. The place of a provider among the others does not count.
 */
export function entryVersion(entry: Wire): string {
  return sha256(JSON.stringify(withoutFacts(entry))).slice(0, 22);
}
