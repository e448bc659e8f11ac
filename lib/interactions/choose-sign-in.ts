import type { IdentityProvider } from '#lib/providers/provider';
import { domainOf } from '#lib/vocabulary/email';

/** The facts that decide where a person signs in, before a page is shown. */
export type SignInSituation = {
  readonly localLogin: boolean;
  /** See usableProviders(). */
  readonly providers: readonly Pick<IdentityProvider, 'name' | 'domains' | 'button'>[];
  /** See requestedProvider(). */
  readonly requested: string | null;
  readonly loginHint: string | null;
  /** The sign-in method of the session to confirm. Null if none must be confirmed. */
  readonly confirming: string | null;
  /** True once the person has typed, chosen, or come back from a provider. After that nothing happens automatically. */
  readonly isChoosing: boolean;
  /** The person asked to choose (prompt=select_account). */
  readonly selectsAccount: boolean;
};

export type SignInChoice =
  | { readonly go: 'provider'; readonly provider: string }
  | { readonly go: 'login' }
  | { readonly go: 'realm' }
  | { readonly go: 'nowhere' };

/**
 * Decides where a person signs in. Directly at a provider if one of these applies, in this order: the provider that the
 * client names, that of the session to confirm, that of login_hint's domain, the only one available. Otherwise on the
 * page with the choices (semantics §1.9, ux §1.3).
 */
export function chooseSignIn(situation: SignInSituation): SignInChoice {
  const { localLogin, providers, isChoosing } = situation;
  if (!localLogin && providers.length === 0) return { go: 'nowhere' };
  const direct = isChoosing ? null : directProvider(situation);
  if (direct !== null) return { go: 'provider', provider: direct };
  return { go: localLogin ? 'login' : 'realm' };
}

function directProvider(situation: SignInSituation): string | null {
  const { localLogin, providers, requested, confirming, loginHint, selectsAccount } = situation;
  const isUsable = (name: string | null) => providers.some((provider) => provider.name === name);
  if (requested !== null) return isUsable(requested) ? requested : null;
  if (confirming !== null && isUsable(confirming)) return confirming;
  const hinted = selectsAccount || loginHint === null ? null : providerOfName(loginHint, providers);
  if (hinted !== null) return hinted.name;
  return !localLogin && providers.length === 1 ? (providers[0]?.name ?? null) : null;
}

/**
 * The provider for the domain of a typed address. Hidden providers can be reached only with `idp:`. The configuration
 * assigns a domain to at most one provider.
 */
export function providerOfName<Provider extends Pick<IdentityProvider, 'domains' | 'button'>>(
  typed: string,
  providers: readonly Provider[],
): Provider | null {
  return typed.includes('@') ? providerOfDomain(typed, providers) : null;
}

/** The same for an address or a bare domain. */
export function providerOfDomain<Provider extends Pick<IdentityProvider, 'domains' | 'button'>>(
  typed: string,
  providers: readonly Provider[],
): Provider | null {
  const domain = domainOf(typed);
  if (domain === null) return null;
  return providers.find(({ domains, button }) => button !== 'hidden' && domains.includes(domain)) ?? null;
}
