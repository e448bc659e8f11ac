import { canonicalEmail, provedAddress } from '#lib/vocabulary/email';
import { hasHiddenCharacter } from '#lib/vocabulary/hidden-characters';
import { type CanonicalUsername, canonicalUsername } from './canonical-username';
import type { User } from './user';

/** A username as it is shown, and its canonical form. */
export type Username = {
  readonly username: string;
  readonly canonicalUsername: CanonicalUsername;
};

/**
 * Reads the username of a new account. It is first normalized (NFKC, trimmed) and then checked, so the checked name is
 * the stored one. It contains no invisible character, not even a joiner.
 * @returns null if it is empty, longer than 100 characters or contains such a character
 */
export function parseUsername(typed: string): Username | null {
  const canonical = canonicalUsername(typed);
  if (canonical === null || hasHiddenCharacter(typed)) return null;
  const username = typed.normalize('NFKC').trim();
  return hasHiddenCharacter(username) ? null : { username, canonicalUsername: canonical };
}

/** Whether a username has the form of an email address, so that it could refer to another person. */
export function isAddressName(name: CanonicalUsername): boolean {
  return name.includes('@');
}

/**
 * Whether an account with these claims may have the name. A name in the form of an email address belongs only to the
 * account with that verified address (security #116).
 */
export function mayHaveName({ username, canonicalUsername }: Username, claims: User['claims']): boolean {
  if (!isAddressName(canonicalUsername)) return true;
  // The canonical username is not the canonical address: it has ss for ß.
  const address = canonicalEmail(username);
  return address !== null && address === provedAddress(claims);
}

/** The message about such a name for administrators. */
export const addressNameProblem = {
  code: 'username_address',
  message: 'an email address can only be the username of the user who has verified it (email_verified: true)',
} as const;
