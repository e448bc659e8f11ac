import type { Client } from '#lib/clients/client';
import type { IdentityProvider } from '#lib/providers/provider';
import type { Snapshot } from '#lib/snapshot/snapshot';
import type { Tenant } from '#lib/tenants/tenant';
import { parseAcrValues } from '#lib/vocabulary/acr-values';
import { isProviderAllowed } from './next-step';

/** More buttons than these nobody reads through: the list is searched (ux §1.3.8). */
export const longestList = 6;

/** Where somebody may sign in. */
export type Situation = { readonly client: Client; readonly tenant: Tenant | null };

/** The enabled providers that both the client and the tenant allow, in the order of their buttons. */
export function usableProviders(
  situation: Situation,
  { providers }: Pick<Snapshot, 'providers'>,
): readonly IdentityProvider[] {
  return [...providers.values()].filter(({ enabled, name }) => enabled && isProviderAllowed(situation, name));
}

/**
 * The `idp:` of `acr_values` as far as it can be followed: a usable provider, or `local` where passwords are allowed. One
 * that is unknown, disabled or not allowed is as good as none (design decision 9).
 */
export function requestedProvider(
  acrValues: string | null,
  situation: Situation,
  snapshot: Pick<Snapshot, 'providers'>,
): string | null {
  const { provider } = parseAcrValues(acrValues);
  if (provider === null || !isProviderAllowed(situation, provider)) return null;
  return provider === 'local' || snapshot.providers.get(provider)?.enabled ? provider : null;
}
