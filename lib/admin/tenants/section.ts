import { z } from 'zod';
import { tenants } from '#lib/config/sections/tenants';
import { formSections } from '#lib/i18n/admin/form-sections';
import { type Tenant, tenantFields } from '#lib/tenants/schema';
import { flatTenantSettings } from '#lib/tenants/settings';
import { listTenants } from '#lib/tenants/tenant-store';
import type { Wire } from '#lib/vocabulary/wire-entry';
import { brandGroups } from '../branding/fields';
import type { AdminSection, StoredEntry, Tab } from '../entries/admin-section';
import { flatGroups, nestGroups, savedTexts, typedValues } from '../entries/entry-fields';
import { tenantPath } from '../entries/entry-path';
import { logoKeys, typedLogos } from '../entries/logos';
import { fieldsOf } from '../entries/setting-fields';
import type { PostedFields } from '../read-form';
import { getTenant } from './read';

const fields = (...groups: readonly string[]) => fieldsOf(flatTenantSettings, ...groups);

/** The settings of a tenant, by the page that shows them. A dot separates a group of the file from its key. */
export const tenantTabs = {
  settings: fields(...Object.keys(formSections.tenants)),
  branding: fields('colors', 'shape', 'texts'),
};

type TenantTab = keyof typeof tenantTabs;

const groups = brandGroups;

/** The settings of a tenant as one value for each field of its forms. */
export function flatTenant(entry: Wire): Wire {
  const { identity_providers: providers } = entry;
  return { ...flatGroups(entry, groups), identity_providers: { allow: providers ?? '*' } };
}

/** The values of a form in the structure of the file. Stored values of a group that the form lacks are kept. */
function nestTenant(values: Wire, stored: Wire): Wire {
  const nested = nestGroups(values, stored, groups);
  return {
    ...nested,
    ...('identity_providers' in nested && { identity_providers: listOf(nested.identity_providers) }),
    ...('identifiers' in nested && { identifiers: someOf(nested.identifiers) }),
  };
}

/** An empty choice is null in the file: the tenant uses the setting of the portal. */
function someOf(chosen: unknown): unknown {
  return Array.isArray(chosen) && chosen.length > 0 ? chosen : null;
}

/** "All providers" is null in the file. */
function listOf(filter: unknown): unknown {
  const allow: unknown = typeof filter === 'object' && filter !== null && 'allow' in filter ? filter.allow : '*';
  return allow === '*' ? null : allow;
}

/**
 * The definition of one of a tenant's forms.
 * @param besides reads values that have no field of their own
 */
function tenantTab(tab: TenantTab, besides?: (form: PostedFields) => Promise<Wire>): Tab {
  const kinds = tenantTabs[tab];
  return {
    typed: async (form, stored) =>
      nestTenant({ ...typedValues(kinds, form, flatTenant(stored)), ...(await besides?.(form)) }, stored),
    saved: (entry) => savedTexts(kinds, flatTenant(entry)),
  };
}

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
