import type { Scope } from '#lib/scopes/scope';
import { canonicalUsername } from '#lib/users/canonical-username';
import type { ClaimValue, User } from '#lib/users/user';
import { protocolClaims } from '#lib/vocabulary/claims';

/** The data of a person that tokens and UserInfo use. */
export type UserProfile = Pick<User, 'username' | 'claims'>;

/**
 * The person's claims with these names. Claims without a value are left out, typed values keep their type, and `role` is
 * always an array. `preferred_username` defaults to the username. A username in the form of an email address is released only to a recipient that may know the address.
 * @param released the names of all claims that the recipient may know; `names` if left out
 */
export function pickClaims(
  { username, claims }: UserProfile,
  names: readonly string[],
  released: readonly string[] = names,
): Record<string, ClaimValue> {
  const picked: Record<string, ClaimValue> = {};
  for (const name of names) {
    if (protocolClaims.has(name)) continue;
    const own = Object.hasOwn(claims, name) ? claims[name] : undefined;
    const isMissing = own === undefined || own === null || own === '';
    const value = isMissing && name === 'preferred_username' ? releasedName(username, released) : own;
    if (value === undefined || value === null || value === '') continue;
    picked[name] = name === 'role' && !Array.isArray(value) ? [value] : value;
  }
  return picked;
}

function releasedName(username: string, released: readonly string[]): string | undefined {
  const hasFormOfAddress = (canonicalUsername(username) ?? username).includes('@');
  return released.includes('email') || !hasFormOfAddress ? username : undefined;
}

/** The names of the claims of these scopes. */
export function namesOf(scopes: readonly Scope[]): string[] {
  return scopes.flatMap((scope) => scope.claims);
}

/** The enabled scopes of one type among the granted ones. */
export function scopesOfType(
  scopes: ReadonlyMap<string, Scope>,
  granted: readonly string[],
  type: Scope['type'],
): Scope[] {
  return granted.flatMap((name) => {
    const scope = scopes.get(name);
    return scope?.enabled && scope.type === type ? [scope] : [];
  });
}
