import { linksFields, tenantFields, tenantSchema, themeFields } from '#lib/tenants/schema';
import type { Tenant } from '#lib/tenants/tenant';
import { listTenants, tenantTable } from '#lib/tenants/tenant-store';
import { contrastRepairs } from '#lib/theme/contrast-repairs';
import { revokeGrantsOfTenants } from '#lib/tokens/grant-store';
import { leaveTenants } from '#lib/users/membership-store';
import { type Wire, wireEntry } from '#lib/vocabulary/wire-entry';
import { countTenantClients, countTenantGrants } from '../impact/impact-store';
import { counted, countLimit } from '../impact/mark';
import { defineSection } from '../section';

export const tenants = defineSection({
  name: 'tenants',
  noun: 'tenant',
  target: 'tenant',
  fields: tenantFields,
  schema: tenantSchema,
  groups: { theme: themeFields, links: linksFields },
  unique: { name: ({ name }) => name },
  idOf: ({ name }) => name,
  list: listTenants,
  nameKey: 'display_name',
  wire: wireTenant,
  toStored: (entries) => entries,
  references: ({ identityProviders }) =>
    (identityProviders ?? []).map((name, index) => ({
      path: ['identity_providers', index],
      to: 'identity_providers',
      name,
    })),
  write: {
    ...tenantTable,
    // A new tenant with the same name may belong to another organization.
    remove: (dialect, entries, circumstances) => async (tx) => {
      const names = entries.map(({ name }) => name);
      await tenantTable.remove(dialect, entries, circumstances)(tx);
      await revokeGrantsOfTenants(tx, names, circumstances.now);
      await leaveTenants(tx, names, circumstances.now);
    },
  },
  /** Warns about colors with too little contrast, and says which color is shown instead. */
  warnings: (entries) =>
    entries.flatMap(({ name, theme }) =>
      contrastRepairs(theme).map(({ look, key, use, ratio, needed, instead }) => {
        const place = `theme.${key} of tenant ${name} has a contrast of ${ratio}:1 on ${look} pages`;
        return use === 'border'
          ? `${place}, ${needed}:1 is needed for a button; it gets a border of ${instead}`
          : `${place}, ${needed}:1 is needed for ${use === 'text' ? 'text' : 'text on it'}; ${instead} is shown`;
      }),
    ),
  /** Disabling a tenant ends nothing permanently. Its grants work again once it is enabled. */
  endMarks: async ({ kind, key }, { db, now }) => [
    ...counted('tenant_clients', await countTenantClients(db, key, countLimit)),
    ...(kind === 'delete' ? counted('grants_end', await countTenantGrants(db, key, now, countLimit)) : []),
  ],
});

function wireTenant(tenant: Tenant): Wire {
  // The order of the keys is part of an entry's version, and a stored row has another one than a parsed file.
  return wireEntry(tenantFields, tenant, {
    theme: wireEntry(themeFields, tenant.theme, {}),
    links: wireEntry(linksFields, tenant.links, {}),
  });
}
