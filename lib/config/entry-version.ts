import { sha256 } from '#lib/crypto/hash';
import type { Wire } from '#lib/vocabulary/wire-entry';

/**
 * A short name for the present content of an entry: what an editor saw, and what an ETag says. Another one means that
 * somebody changed the entry in between. A provider's place among the others is no content of its own.
 */
export function entryVersion({ position: _, ...entry }: Wire): string {
  return sha256(JSON.stringify(entry)).slice(0, 22);
}
