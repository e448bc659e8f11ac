import type { Scope } from '#lib/scopes/scope';
import type { ClaimValue } from '#lib/users/user';
import { protocolClaims } from '#lib/vocabulary/protocol-claims';

type Claims = Readonly<Record<string, ClaimValue>>;

/**
 * The user's claims that these scopes give, in the order of the scopes. Claims without a value are left out; typed
 * values keep their type; `role` is always an array.
 */
export function claimsOfScopes(userClaims: Claims, scopes: readonly Scope[]): Record<string, ClaimValue> {
  return pickClaims(
    userClaims,
    scopes.flatMap((scope) => scope.claims),
  );
}

/** The user's claims of these names, as claimsOfScopes() gives them. */
export function pickClaims(userClaims: Claims, names: readonly string[]): Record<string, ClaimValue> {
  const picked: Record<string, ClaimValue> = {};
  for (const name of names) {
    if (protocolClaims.has(name) || !Object.hasOwn(userClaims, name)) continue;
    const value = userClaims[name];
    if (value === undefined || value === null || value === '') continue;
    picked[name] = name === 'role' && !Array.isArray(value) ? [value] : value;
  }
  return picked;
}

/** The enabled scopes of one kind among the granted ones. */
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

/** The user's claims as stored. */
export function parseClaims(text: string): Claims {
  return JSON.parse(text) as Claims;
}
