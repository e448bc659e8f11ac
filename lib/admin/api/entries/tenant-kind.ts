import { z } from 'zod';
import { wireTenant } from '#lib/config/wire';
import { tenantFields } from '#lib/tenants/schema';
import { listTenants } from '#lib/tenants/store';
import type { AdminContext } from '../../admin-context';
import { deleteTenant } from '../../tenants/change-tenant';
import type { EntryKind, StoredEntry } from './entry-kind';

/** Tenants. */
export const tenantKind: EntryKind = {
  section: 'tenants',
  one: 'a tenant',
  noun: 'tenant',
  schemaName: 'Tenant',
  path: '/tenants',
  key: 'name',
  fields: tenantFields,
  hidden: [],
  meta: z.strictObject({}),
  once: {},
  find: async (admin, key) => (await list(admin)).get(key) ?? null,
  list,
  complete: (entry) => ({ entry }),
  remove: deleteTenant,
};

async function list({ db }: AdminContext): Promise<ReadonlyMap<string, StoredEntry>> {
  const tenants = await listTenants(db);
  return new Map(tenants.map((tenant) => [tenant.name, { wire: wireTenant(tenant), isBuiltIn: false, meta: {} }]));
}
