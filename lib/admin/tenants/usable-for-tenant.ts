import type { IdentityProvider } from '#lib/providers/provider';
import type { Snapshot } from '#lib/snapshot/snapshot';
import type { Tenant } from '#lib/tenants/tenant';

/** The enabled providers that a tenant allows; its clients may allow fewer. */
export function usableForTenant(
  { identityProviders }: Pick<Tenant, 'identityProviders'>,
  { providers }: Pick<Snapshot, 'providers'>,
): readonly IdentityProvider[] {
  return [...providers.values()].filter(
    ({ enabled, name }) => enabled && (identityProviders === null || identityProviders.includes(name)),
  );
}
