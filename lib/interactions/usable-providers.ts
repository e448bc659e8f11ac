import type { IdentityProvider } from '#lib/providers/provider';
import type { Snapshot } from '#lib/snapshot/snapshot';
import { parseAcrValues } from '#lib/vocabulary/acr-values';
import { isProviderAllowed, type SignInRequirements } from './next-step';

/** The maximum number of buttons without a search field (ux §1.3.8). */
export const longestList = 6;

/** The client and tenant that decide which providers are allowed. */
type ProviderScope = Pick<SignInRequirements, 'rules' | 'tenant'>;

/** The enabled providers that both the client and the tenant allow, in the order of their buttons. */
export function usableProviders(
  situation: ProviderScope,
  { providers }: Pick<Snapshot, 'providers'>,
): readonly IdentityProvider[] {
  return [...providers.values()].filter(({ enabled, name }) => enabled && isProviderAllowed(situation, name));
}

/**
 * The usable `idp:` of `acr_values`: an available provider, or `local` if passwords are allowed. An unknown, disabled
 * or forbidden one is ignored (design: unusable providers).
 */
export function requestedProvider(
  acrValues: string | null,
  situation: ProviderScope,
  snapshot: Pick<Snapshot, 'providers'>,
): string | null {
  const { provider } = parseAcrValues(acrValues);
  if (provider === null || !isProviderAllowed(situation, provider)) return null;
  return provider === 'local' || snapshot.providers.get(provider)?.enabled ? provider : null;
}
