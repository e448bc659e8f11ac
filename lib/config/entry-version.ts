import { sha256 } from '#lib/crypto/hash';
import type { Wire } from '#lib/vocabulary/wire-entry';

/**
 * A short name for the present content of an entry: what an editor saw, and what an ETag says. A different one means
 * that the entry changed in between. The place of a provider among the others is not part of it.
 */
export function entryVersion({ position: _, ...entry }: Wire): string {
  return sha256(JSON.stringify(entry)).slice(0, 22);
}
