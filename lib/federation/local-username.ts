import { mayHaveName, parseUsername } from '#lib/users/username';
import type { Claims } from './local-claims';

/**
 * The username of a new account: the provider's name for the person, otherwise the address. A name in the form of an
 * address is used only if it is the person's own verified one, so that nobody gets a name that is another person's
 * address (security #115).
 * @returns null if the person must choose one
 */
export function proposeUsername(preferred: unknown, claims: Claims): string | null {
  for (const candidate of [preferred, claims.email]) {
    const name = typeof candidate === 'string' ? parseUsername(candidate) : null;
    if (name !== null && mayHaveName(name, claims)) return name.username;
  }
  return null;
}
