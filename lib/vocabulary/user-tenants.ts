/** The tenants under which an account may sign in: all, none, or a list. */
export type UserTenants = 'all' | 'none' | readonly string[];

/** Reads a column with the tenants of an account, as JSON. Null if it contains anything else. */
export function readUserTenants(column: string): UserTenants | null {
  try {
    const value: unknown = JSON.parse(column);
    if (value === 'all' || value === 'none') return value;
    return Array.isArray(value) && value.every((name): name is string => typeof name === 'string') ? value : null;
  } catch {
    return null;
  }
}

/** Whether the account belongs to a tenant. */
export function belongsTo(tenants: UserTenants, tenant: string): boolean {
  if (tenants === 'all' || tenants === 'none') return tenants === 'all';
  return tenants.includes(tenant);
}

/** The listed tenants. Empty for `all` and `none`. */
export function namedTenants(tenants: UserTenants): readonly string[] {
  return tenants === 'all' || tenants === 'none' ? [] : tenants;
}

/** The tenants of an account that a person or a provider creates: the tenant of the request, if there is one. */
export function tenantsOfNewcomer(tenant: { readonly name: string } | null): UserTenants {
  return tenant === null ? 'none' : [tenant.name];
}
