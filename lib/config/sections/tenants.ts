import { startRemovals } from '#lib/db/removal';
import { tenantRepairs } from '#lib/tenants/look';
import { linksFields } from '#lib/tenants/portal-schema';
import { type Tenant, tenantFields, tenantSchema, tenantThemeFields } from '#lib/tenants/schema';
import { listFormerTenants, listTenants, tenantTable } from '#lib/tenants/tenant-store';
import { type Wire, wireEntry } from '#lib/vocabulary/wire-entry';
import { leaveTenant } from '../continue-removals';
import { countTenantClients, countTenantGrants } from '../impact/impact-store';
import { counted, countLimit } from '../impact/mark';
import { repairWarnings } from '../portal';
import { defineSection } from '../section';

/** A deletion changes at most this many grants and accounts. */
const leavingAtOnce = 300;

export const tenants = defineSection({
  name: 'tenants',
  noun: 'tenant',
  target: 'tenant',
  fields: tenantFields,
  schema: tenantSchema,
  groups: { theme: tenantThemeFields, links: linksFields },
  unique: { name: ({ name }) => name },
  idOf: ({ name }) => name,
  list: listTenants,
  listFormer: listFormerTenants,
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
    // Nobody can use a grant under a tenant that does not exist. A job does what is left of very many.
    remove: (dialect, entries, circumstances) => async (tx) => {
      const { now } = circumstances;
      await tenantTable.remove(dialect, entries, circumstances)(tx);
      let left = leavingAtOnce;
      for (const { name } of entries) {
        const limit = Math.max(left, 1);
        const count = await leaveTenant(tx, name, { dialect, limit, now });
        left -= count;
        if (count >= limit) await startRemovals(tx, 'tenant', [name], now);
      }
    },
  },
  /** Warns about colors with too little contrast, and says which color is shown instead. */
  warnings: (entries, portal) =>
    entries.flatMap((tenant) => repairWarnings(`tenant ${tenant.name}`, tenantRepairs(tenant, portal))),
  /** Disabling a tenant ends nothing permanently. Its grants work again once it is enabled. */
  endMarks: async ({ kind, key }, { db, now }) => [
    ...counted('tenant_clients', await countTenantClients(db, key, countLimit)),
    ...(kind === 'delete' ? counted('grants_end', await countTenantGrants(db, key, now, countLimit)) : []),
  ],
});

function wireTenant(tenant: Tenant): Wire {
  // The order of the keys is part of an entry's version, and a stored row has another one than a parsed file.
  return wireEntry(tenantFields, tenant, {
    theme: wireEntry(tenantThemeFields, tenant.theme, {}),
    links: wireEntry(linksFields, tenant.links, {}),
  });
}
