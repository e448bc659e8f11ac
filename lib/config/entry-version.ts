import { sha256 } from '#lib/crypto/hash';
import { type Wire, withoutFacts } from '#lib/vocabulary/wire-entry';

/**
 * A short hash of an entry's content, for editors and ETags. A different one means that the entry changed in the
 * meantime. The place of a provider among the others does not count.
 */
export function entryVersion(entry: Wire): string {
  return sha256(JSON.stringify(withoutFacts(entry))).slice(0, 22);
}
