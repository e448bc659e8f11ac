import type { IdentityProvider } from '#lib/providers/provider';
import type { ClaimValue } from '#lib/users/user';
import { claims as claimsSchema } from '#lib/vocabulary/claims';
import { canonicalEmail, normalizeEmail } from '#lib/vocabulary/email';
import { UpstreamError } from './upstream-error';

export type Claims = Readonly<Record<string, ClaimValue>>;

/**
 * The claims of an account from those of a provider. In `claim_mapping` our name comes first and the provider's second.
 * Values that no account may have (control characters, lone surrogates, too long) count as absent (security #120). An
 * email address counts as verified only if the provider says so, as a boolean or its text, and only for its own claim `email`:
 * `email_verified` says nothing about another claim that `claim_mapping` uses as the address (security #115).
 */
export function mapClaims({ claimMapping }: Pick<IdentityProvider, 'claimMapping'>, upstream: object): Claims {
  const sent = new Map<string, unknown>(Object.entries(upstream));
  const mapped: Record<string, ClaimValue> = {};
  for (const [ours, theirs] of Object.entries(claimMapping)) {
    const parsed = claimsSchema.safeParse({ [ours]: sent.get(theirs) ?? undefined });
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
 * @returns the claims, and the names that now come from the provider
 * @throws UpstreamError `response` if there are more than an account can hold
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

/**
 * Keeps an address together with its verification, so that our address never gets the provider's verification of
 * another one.
 */
function withoutForeignEmail(kept: Claims, delivered: Claims): Claims {
  if (!Object.hasOwn(kept, 'email') && !Object.hasOwn(kept, 'email_verified')) return delivered;
  const { email: _, email_verified: __, ...others } = delivered;
  return others;
}
