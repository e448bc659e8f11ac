import type { IdentityProvider } from '#lib/providers/provider';
import type { Scope } from '#lib/scopes/scope';
import type { ClaimValue } from '#lib/users/user';
import { claimsOfAnyLength, maximumClaims } from '#lib/vocabulary/claims';
import { canonicalEmail, normalizeEmail } from '#lib/vocabulary/email';

export type Claims = Readonly<Record<string, ClaimValue>>;

/**
 * The claims of an account from those of a provider. In `claim_mapping` our name comes first and the provider's second.
 * Values that no account may have (control characters, lone surrogates) count as absent (security #120). They may be longer
 * than those of an account: see fitClaims(). An email address counts as verified only if the provider says so, as a boolean or its text, and only for its own claim `email`:
 * `email_verified` says nothing about another claim that `claim_mapping` uses as the address (security #115).
 */
export function mapClaims({ claimMapping }: Pick<IdentityProvider, 'claimMapping'>, upstream: object): Claims {
  const sent = new Map<string, unknown>(Object.entries(upstream));
  const mapped: Record<string, ClaimValue> = {};
  for (const [ours, theirs] of Object.entries(claimMapping)) {
    const parsed = claimsOfAnyLength.safeParse({ [ours]: sent.get(theirs) ?? undefined });
    if (parsed.success) Object.assign(mapped, parsed.data);
  }
  delete mapped.email_verified;
  if (mapped.email === undefined) return mapped;
  const { email, ...others } = mapped;
  if (typeof email !== 'string' || canonicalEmail(email) === null) return others;
  const isVerified = claimMapping.email === 'email' && isTrue(sent.get('email_verified'));
  return { ...others, email: normalizeEmail(email), email_verified: isVerified };
}

/** Apple and others write the boolean as a text. */
function isTrue(value: unknown): boolean {
  return value === true || value === 'true';
}

/**
 * The claims of an account after a sign-in. The provider's value replaces claims that came from it before, and adds
 * claims that the account does not have. Other claims of the account stay. Claims that the provider no longer sends are
 * removed.
 * @param owned the names that came from this provider at the last sign-in
 * @returns the claims, the names that now come from the provider, and those that the account has no room for
 */
export function mergeClaims(
  current: Claims,
  delivered: Claims,
  { owned, scopes }: { readonly owned: readonly string[]; readonly scopes: ConfiguredScopes },
): { readonly claims: Claims; readonly owned: readonly string[]; readonly leftOut: readonly string[] } {
  const kept = Object.fromEntries(Object.entries(current).filter(([name]) => !owned.includes(name)));
  const taken = Object.entries(withoutForeignEmail(kept, delivered)).filter(([name]) => !Object.hasOwn(kept, name));
  const { claims: fitting, leftOut } = fitClaims(kept, Object.fromEntries(taken), scopes);
  return { claims: { ...kept, ...fitting }, owned: Object.keys(fitting), leftOut };
}

/** The scopes of the configuration, which say what an application can get. */
type ConfiguredScopes = Iterable<Pick<Scope, 'claims'>>;

/**
 * The claims of a provider that an account has room for, which never keeps a person out. What has no room by itself is left
 * out first, then the largest that no scope lists, because no application would get it, then the largest of the others.
 * @param kept the account's own claims, which stay
 */
export function fitClaims(
  kept: Claims,
  delivered: Claims,
  scopes: ConfiguredScopes,
): { readonly claims: Claims; readonly leftOut: readonly string[] } {
  if (fits({ ...kept, ...delivered })) return { claims: delivered, leftOut: [] };
  const listed = new Set([...scopes].flatMap(({ claims }) => claims));
  const order = Object.entries(delivered)
    .filter(([name]) => name !== 'email_verified')
    .map(([name, value]) => ({
      name,
      // What has no room even alone makes none for the others.
      rank: !fits({ ...kept, [name]: value }) ? 0 : listed.has(name) ? 2 : 1,
      length: JSON.stringify(value).length,
    }))
    .sort((a, b) => a.rank - b.rank || b.length - a.length);
  const claims = { ...delivered };
  const leftOut: string[] = [];
  for (const { name } of order) {
    if (fits({ ...kept, ...claims })) break;
    delete claims[name];
    if (name === 'email') delete claims.email_verified;
    leftOut.push(name);
  }
  return { claims, leftOut };
}

function fits(claims: Claims): boolean {
  return JSON.stringify(claims).length <= maximumClaims;
}

/**
 * Keeps an address together with its verification, so that our address never gets the provider's verification of
 * another one.
 */
function withoutForeignEmail(kept: Claims, delivered: Claims): Claims {
  if (!Object.hasOwn(kept, 'email') && !Object.hasOwn(kept, 'email_verified')) return delivered;
  const { email: _, email_verified: __, ...others } = delivered;
  return others;
}
