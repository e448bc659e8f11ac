import { canonicalEmail, provedAddress } from '#lib/vocabulary/email';
import type { IdentifierKind } from '#lib/vocabulary/identifier-kinds';
import { type CanonicalUsername, canonicalUsername, withoutInvisible } from './canonical-username';
import type { User } from './user';

/** The identifier that was typed, in the forms that are looked up. */
export type Identifier = {
  /** Null where no account can have it as a username, or where usernames do not count. */
  readonly username: CanonicalUsername | null;
  /** Null if it is not an address, or addresses do not count. */
  readonly email: string | null;
  /** One form for all spellings: the key of attempts without an account (security #83). Null for an empty text. */
  readonly key: string | null;
};

/** Longer than any address, with room for invisible characters. */
const maximumLength = 1000;

/** @param kinds what may be typed, see AccountPolicy */
export function parseIdentifier(typed: string, kinds: readonly IdentifierKind[]): Identifier {
  const username = canonicalUsername(typed);
  const email = typed.length > maximumLength ? null : canonicalEmail(withoutInvisible(typed));
  return {
    username: kinds.includes('username') ? username : null,
    email: kinds.includes('email') ? email : null,
    key: username ?? email,
  };
}

/** What a person types to sign in: the username where it counts, else the verified address. */
export function ownIdentifier(
  { username, claims }: Pick<User, 'username' | 'claims'>,
  kinds: readonly IdentifierKind[],
): string {
  const isProved = provedAddress(claims) !== null && typeof claims.email === 'string';
  return !kinds.includes('username') && isProved ? String(claims.email) : username;
}

/**
 * Chooses the account of an identifier: the only enabled one with the verified address, else the one with the username.
 * A verified address wins over another account's username.
 * @param found the accounts with the username or the address, see findByIdentifier()
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
