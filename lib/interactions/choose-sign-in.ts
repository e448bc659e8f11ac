import type { IdentityProvider } from '#lib/providers/provider';
import { domainOf } from '#lib/vocabulary/email';

/** The facts that decide where a person signs in, before any page is shown. */
export type SignInSituation = {
  readonly localLogin: boolean;
  /** See usableProviders(). */
  readonly providers: readonly Pick<IdentityProvider, 'name' | 'domains' | 'button'>[];
  /** See requestedProvider(). */
  readonly requested: string | null;
  readonly loginHint: string | null;
  /** The sign-in method of the session to confirm; null if none has to be confirmed. */
  readonly confirming: string | null;
  /** True once the person has typed, chosen or come back from a provider: from then on nothing happens by itself. */
  readonly isChoosing: boolean;
  /** True when the person asked to choose (prompt=select_account). */
  readonly selectsAccount: boolean;
};

export type SignInChoice =
  | { readonly go: 'provider'; readonly provider: string }
  | { readonly go: 'login' }
  | { readonly go: 'realm' }
  | { readonly go: 'nowhere' };

/**
 * Decides where a person signs in: directly at a provider if there is one right answer, else on the page with the
 * choices. The order is: the provider that the application names, that of the session to confirm, that of login_hint's
 * domain, the only one available (semantics §1.9, ux §1.3).
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
 * The provider of the domain of a typed address; hidden providers are for `idp:` only. The configuration assigns a
 * domain to one provider at most.
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
