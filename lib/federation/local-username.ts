import type { IdentityProvider } from '#lib/providers/provider';
import { canonicalUsername } from '#lib/users/canonical-username';
import { canonicalEmail, domainOf } from '#lib/vocabulary/email';
import type { Claims } from './local-claims';

/**
 * The user name a new account would get: the provider's name for the person, else the address. A name that looks like an
 * address is taken only when it is the confirmed one or of a domain the provider answers for, so that nobody takes the
 * name that belongs to somebody else's address (security #115).
 * @returns null when the person has to choose one
 */
export function proposeUsername(
  { domains }: Pick<IdentityProvider, 'domains'>,
  preferred: unknown,
  { email, email_verified: isVerified }: Claims,
): string | null {
  const own = isVerified === true ? canonicalEmail(email) : null;
  const candidates = [preferred, email].filter((name) => typeof name === 'string');
  const mayHave = (name: string) => {
    if (!name.includes('@')) return true;
    return (own !== null && canonicalEmail(name) === own) || domains.includes(domainOf(name) ?? '');
  };
  return candidates.find((name) => canonicalUsername(name) !== null && mayHave(name)) ?? null;
}
