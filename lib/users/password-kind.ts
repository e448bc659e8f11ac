import { readHash } from './hashes/read-hash';
import { needsRehash } from './password-hash';

/**
 * The kind of a hash (see StoredHash), for the column of foreign hashes. Hashes of one kind take the same time.
 * @returns null without a hash, for a hash of the current kind, and for one that cannot be read
 */
export function passwordKind(passwordHash: string | null): string | null {
  if (passwordHash === null || !needsRehash(passwordHash)) return null;
  return readHash(passwordHash)?.kind ?? null;
}
