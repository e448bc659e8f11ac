import type { Client } from '#lib/clients/client';
import type { Snapshot } from '#lib/snapshot/snapshot';
import type { Tenant } from '#lib/tenants/tenant';
import type { Brand, Display, PageFrame } from '#lib/theme/brand';
import type { User } from '#lib/users/user';
import { parseAcrValues } from '#lib/vocabulary/acr-values';
import { belongsTo } from '#lib/vocabulary/user-tenants';

/** What says under which tenant a request is answered. */
type TenantRequest = { readonly client: Client; readonly acrValues: string | null };

/**
 * The tenant of a request: that of its client, else the one in `acr_values`. An unknown or disabled name counts as
 * none, so that nobody learns which tenants exist; a client's own tenant stays.
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

/**
 * The `acr_values` to keep with a request that waits: without the tenants where none applies. So a tenant that is kept is
 * one that the request came under.
 */
export function applicableAcrValues(request: TenantRequest, snapshot: Pick<Snapshot, 'tenants'>): string | null {
  if (requestTenant(request, snapshot) !== null) return request.acrValues;
  const { others } = parseAcrValues(request.acrValues);
  return others.length === 0 ? null : others.join(' ');
}

/** Whether a request came under a tenant that was switched off or deleted while it waited. */
export function hasLostTenant(request: TenantRequest, snapshot: Pick<Snapshot, 'tenants'>): boolean {
  return parseAcrValues(request.acrValues).tenant !== null && requestTenant(request, snapshot) === null;
}

/** Whether a person may sign in under a tenant: not while it is disabled. Without a tenant, everybody may. */
export function mayEnter({ tenants }: Pick<User, 'tenants'>, tenant: Tenant | null): boolean {
  if (tenant === null) return true;
  return tenant.enabled && belongsTo(tenants, tenant.name);
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
