import { canonicalEmail, provedAddress } from '#lib/vocabulary/email';
import type { IdentifierKind } from '#lib/vocabulary/identifier-kinds';
import { type CanonicalUsername, canonicalUsername, withoutInvisible } from './canonical-username';
import type { User } from './user';

/** The typed identifier, in the forms that are looked up. */
export type Identifier = {
  /** Null if no account can have it as a username, or if usernames are not accepted. */
  readonly username: CanonicalUsername | null;
  /** Null if it is not an address, or if addresses are not accepted. */
  readonly email: string | null;
  /**
   * The same text for all spellings. It is the key for attempts without an account (security #83). Null for an empty
   * text.
   */
  readonly key: string | null;
};

/** Longer than any address, with room for invisible characters. */
const maximumLength = 1000;

/** @param kinds the accepted kinds, see AccountPolicy */
export function parseIdentifier(typed: string, kinds: readonly IdentifierKind[]): Identifier {
  const username = canonicalUsername(typed);
  const email = typed.length > maximumLength ? null : canonicalEmail(withoutInvisible(typed));
  return {
    username: kinds.includes('username') ? username : null,
    email: kinds.includes('email') ? email : null,
    key: username ?? email,
  };
}

/** The identifier that a person signs in with: the username if it is accepted, otherwise the verified address. */
export function ownIdentifier(
  { username, claims }: Pick<User, 'username' | 'claims'>,
  kinds: readonly IdentifierKind[],
): string {
  const isProved = provedAddress(claims) !== null && typeof claims.email === 'string';
  return !kinds.includes('username') && isProved ? String(claims.email) : username;
}

/**
 * Chooses the account of an identifier: the only enabled one with the verified address, otherwise the one with the
 * username. A verified address takes precedence over another account's username.
 * @param found the accounts with the username or the address
 */
export function chooseIdentified<Found extends Pick<User, 'canonicalUsername' | 'claims' | 'enabled'>>(
  { username, email }: Pick<Identifier, 'username' | 'email'>,
  found: readonly Found[],
): Found | null {
  const holders = found.filter(({ enabled, claims }) => email !== null && enabled && provedAddress(claims) === email);
  const [only] = holders;
  if (only !== undefined && holders.length === 1) return only;
  const named = username === null ? undefined : found.find((user) => user.canonicalUsername === username);
  if (named === undefined) return null;
  return holders.length === 0 || holders.includes(named) ? named : null;
}
