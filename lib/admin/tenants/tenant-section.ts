import { z } from 'zod';
import { tenants } from '#lib/config/sections/tenants';
import { tenantFields } from '#lib/tenants/schema';
import type { Tenant } from '#lib/tenants/tenant';
import { listTenants } from '#lib/tenants/tenant-store';
import type { AdminSection, StoredEntry } from '../entries/admin-section';
import { tenantPath } from '../entries/entry-path';
import { logoKeys } from './logo-keys';
import { getTenant } from './read-tenant';
import { tenantTab } from './tenant-fields';
import { typedLogos } from './typed-logos';

export const tenantSection: AdminSection = {
  section: tenants,
  key: 'name',
  path: tenantPath,
  listPath: '/admin/tenants',
  isGuarded: true,
  get: async (admin, key) => toStored(await getTenant(admin, key)),
  tabs: {
    settings: tenantTab('settings'),
    branding: { ...tenantTab('branding', (form) => typedLogos(form, logoKeys)), files: logoKeys },
  },
  api: {
    one: 'a tenant',
    schemaName: 'Tenant',
    path: '/tenants',
    fields: tenantFields,
    meta: z.strictObject({}),
    tell: async () => new Map(),
    list: async ({ db }) => new Map((await listTenants(db)).map((tenant) => [tenant.name, toStored(tenant)])),
  },
};

function toStored(tenant: Tenant): StoredEntry {
  return { wire: tenants.wire(tenant), isBuiltIn: false, secrets: [] };
}
