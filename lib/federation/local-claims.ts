import type { IdentityProvider } from '#lib/providers/provider';
import type { ClaimValue } from '#lib/users/user';
import { claims as claimsSchema } from '#lib/vocabulary/claims';
import { canonicalEmail } from '#lib/vocabulary/email';
import { UpstreamError } from './upstream-error';

export type Claims = Readonly<Record<string, ClaimValue>>;

/**
 * What an account gets of a provider's claims: `claim_mapping` names ours first and the provider's second. Values that
 * no account may have (control characters, half surrogates, too long) count as not sent (security #120). An e-mail
 * address counts as confirmed only when the provider says so with a boolean (security #115).
 */
export function mapClaims({ claimMapping }: Pick<IdentityProvider, 'claimMapping'>, upstream: object): Claims {
  const sent = new Map<string, unknown>(Object.entries(upstream));
  const mapped: Record<string, ClaimValue> = {};
  for (const [ours, theirs] of Object.entries(claimMapping)) {
    const parsed = claimsSchema.safeParse({ [ours]: sent.get(theirs) ?? undefined });
    if (parsed.success) Object.assign(mapped, parsed.data);
  }
  if (mapped.email === undefined) return mapped;
  const { email, ...others } = mapped;
  if (canonicalEmail(email) === null) return others;
  return { ...others, email, email_verified: sent.get('email_verified') === true };
}

/**
 * An account's claims after a sign-in. The provider's value holds for a claim that came from it before or that the
 * account does not have; what somebody gave the account otherwise stays. What the provider no longer sends goes.
 * @param owned the names that came from this provider at the last sign-in
 * @returns the claims, and the names that come from the provider from now on
 * @throws UpstreamError `response` when they are more than an account holds
 */
export function mergeClaims(
  current: Claims,
  delivered: Claims,
  owned: readonly string[],
): { readonly claims: Claims; readonly owned: readonly string[] } {
  const kept = Object.fromEntries(Object.entries(current).filter(([name]) => !owned.includes(name)));
  const taken = Object.entries(withoutForeignEmail(kept, delivered)).filter(([name]) => !Object.hasOwn(kept, name));
  const parsed = claimsSchema.safeParse({ ...kept, ...Object.fromEntries(taken) });
  if (!parsed.success) throw new UpstreamError('response', 'the provider sends more claims than an account holds');
  return { claims: parsed.data, owned: taken.map(([name]) => name) };
}

/** An address and whether it is confirmed are one fact: never our address with the provider's word for its own. */
function withoutForeignEmail(kept: Claims, delivered: Claims): Claims {
  if (!Object.hasOwn(kept, 'email') && !Object.hasOwn(kept, 'email_verified')) return delivered;
  const { email: _, email_verified: __, ...others } = delivered;
  return others;
}
