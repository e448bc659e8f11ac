import type { Client } from '#lib/clients/client';
import type { Snapshot } from '#lib/snapshot/snapshot';
import type { Tenant } from '#lib/tenants/tenant';
import type { Brand, Display, PageFrame } from '#lib/theme/brand';
import type { User } from '#lib/users/user';
import { parseAcrValues } from '#lib/vocabulary/acr-values';

/** What says under which tenant a request is answered. */
export type TenantRequest = { readonly client: Client; readonly acrValues: string | null };

/**
 * The tenant of a request: the one its client belongs to, else the one that `acr_values` names. A name that is unknown
 * or switched off is as good as none, so that nobody learns which tenants exist; a client's own tenant stays its own.
 */
export function requestTenant(
  { client, acrValues }: TenantRequest,
  { tenants }: Pick<Snapshot, 'tenants'>,
): Tenant | null {
  if (client.tenant !== null) return tenants.get(client.tenant) ?? null;
  const { tenant: name } = parseAcrValues(acrValues);
  const tenant = name === null ? undefined : tenants.get(name);
  return tenant?.enabled ? tenant : null;
}

/** Whether a person may sign in under a tenant: one without tenants under any, nobody under one that is switched off. */
export function mayEnter({ tenants }: Pick<User, 'tenants'>, tenant: Tenant | null): boolean {
  if (tenant === null) return true;
  return tenant.enabled && (tenants.length === 0 || tenants.includes(tenant.name));
}

/** How a tenant's pages look; null for the portal's own look. */
export function brandOf(tenant: Tenant | null, { brands }: Pick<Snapshot, 'brands'>): Brand | null {
  return tenant?.enabled ? (brands.get(tenant.name) ?? null) : null;
}

const displays: readonly Display[] = ['page', 'popup', 'touch', 'wap'];

/** Whose the pages of a request are, and how much room they have. */
export function requestFrame(
  request: TenantRequest & { readonly display?: string | null },
  snapshot: Pick<Snapshot, 'tenants' | 'brands'>,
): PageFrame {
  const display = displays.find((known) => known === request.display) ?? 'page';
  return { brand: brandOf(requestTenant(request, snapshot), snapshot), display };
}
