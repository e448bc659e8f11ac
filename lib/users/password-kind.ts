import { needsRehash } from './password-hash';

/**
 * The kind of a hash, for the column of foreign hashes: everything before the salt. Hashes of one kind take the same
 * time.
 * @returns null without a hash, and for a hash of the current kind
 */
export function passwordKind(passwordHash: string | null): string | null {
  if (passwordHash === null || !needsRehash(passwordHash)) return null;
  return /^(\$argon2.*?,p=\d+[^$]*)\$/.exec(passwordHash)?.[1] ?? null;
}
