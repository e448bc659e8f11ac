import type { Client } from '#lib/clients/client';
import type { Snapshot } from '#lib/snapshot/snapshot';
import type { Tenant } from '#lib/tenants/schema';
import type { Brand, Display, PageFrame } from '#lib/theme/brand';
import type { User } from '#lib/users/user';
import { parseAcrValues } from '#lib/vocabulary/acr-values';
import { belongsTo } from '#lib/vocabulary/user-tenants';

/** The values that decide the tenant of a request. */
type TenantRequest = { readonly client: Client; readonly acrValues: string | null };

/**
 * The tenant of a request: that of its client, otherwise the one in `acr_values`. An unknown or disabled name is
 * ignored, so that nobody learns which tenants exist. A client's own tenant is returned even if it is disabled.
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
 * The `acr_values` to store with a waiting request, without tenants that do not apply. So a stored tenant is always one
 * under which the request was made.
 */
export function applicableAcrValues(request: TenantRequest, snapshot: Pick<Snapshot, 'tenants'>): string | null {
  if (requestTenant(request, snapshot) !== null) return request.acrValues;
  const { others } = parseAcrValues(request.acrValues);
  return others.length === 0 ? null : others.join(' ');
}

/** Whether the tenant of a request was disabled or deleted while the request waited. */
export function hasLostTenant(request: TenantRequest, snapshot: Pick<Snapshot, 'tenants'>): boolean {
  return parseAcrValues(request.acrValues).tenant !== null && requestTenant(request, snapshot) === null;
}

/** Whether a person may sign in under a tenant. Nobody may while it is disabled. Without a tenant, everybody may. */
export function mayEnter({ tenants }: Pick<User, 'tenants'>, tenant: Tenant | null): boolean {
  if (tenant === null) return true;
  return tenant.enabled && belongsTo(tenants, tenant.name);
}

type Brands = Pick<Snapshot, 'brand' | 'brands'>;

/** The brand of a tenant's pages. Without one that is enabled, the portal's own. */
export function brandOfTenant(tenant: Tenant | null, { brand, brands }: Brands): Brand {
  return (tenant?.enabled ? brands.get(tenant.name) : undefined) ?? brand;
}

const displays: readonly Display[] = ['page', 'popup', 'touch', 'wap'];

/** The frame of a request's pages: their look, and the available space. */
export function requestFrame(
  request: TenantRequest & { readonly display?: string | null },
  snapshot: Brands & Pick<Snapshot, 'tenants'>,
): PageFrame {
  const display = displays.find((known) => known === request.display) ?? 'page';
  return { brand: brandOfTenant(requestTenant(request, snapshot), snapshot), display };
}
