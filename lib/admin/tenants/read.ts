import { entryVersion } from '#lib/config/diff';
import { tenants } from '#lib/config/sections/tenants';
import type { Snapshot } from '#lib/snapshot/snapshot';
import { picturesOf } from '#lib/tenants/brand';
import { tenantRepairs } from '#lib/tenants/look';
import type { Tenant } from '#lib/tenants/schema';
import { listTenants } from '#lib/tenants/tenant-store';
import type { ContrastRepair } from '#lib/theme/contrast-repairs';
import type { Wire } from '#lib/vocabulary/wire-entry';
import type { AdminContext } from '../admin-context';
import { notFound } from '../admin-error';
import { countLimit, countMembers } from '../entries/entry-facts-store';
import { withoutPictures } from '../entries/logos';
import { type ListPage, mapLines, pageOf } from '../list/list-page';
import { holdsText, type NameQuery } from '../list/list-query';

export type TenantLine = {
  readonly name: string;
  readonly displayName: string;
  readonly enabled: boolean;
  /** False if the stored row is broken. The tenant is disabled then. */
  readonly isReadable: boolean;
  /** The color of its buttons. Null for the default color. */
  readonly primary: string | null;
  readonly primaryDark: string | null;
  /** The number of its clients. */
  readonly clients: number;
  /** Null for every provider. */
  readonly providers: readonly string[] | null;
};

/** A page of the tenants by name. The tenants are in memory: no statement. */
export function listTenantLines({ snapshot }: AdminContext, { q, ...place }: NameQuery): ListPage<TenantLine> {
  const clients = new Map<string, number>();
  for (const { tenant } of snapshot.clients.values()) {
    if (tenant !== null) clients.set(tenant, (clients.get(tenant) ?? 0) + 1);
  }
  const page = pageOf(findTenants(snapshot, q ?? ''), place, ({ name }) => name);
  return mapLines(page, ({ name, displayName, enabled, unreadable, theme, identityProviders }) => ({
    name,
    displayName,
    enabled,
    isReadable: unreadable !== true,
    primary: theme.primary,
    primaryDark: theme.primaryDark,
    clients: clients.get(name) ?? 0,
    providers: identityProviders,
  }));
}

/** The tenants whose names contain a text, by name. */
export function findTenants({ tenants }: Pick<Snapshot, 'tenants'>, text: string): readonly Tenant[] {
  return [...tenants.values()]
    .filter(({ name, displayName }) => holdsText([name, displayName], text))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** A tenant for a page or an answer. */
export type TenantDetail = {
  readonly name: string;
  readonly displayName: string;
  readonly enabled: boolean;
  /** The version that a form sends back when it saves (see entryVersion()). */
  readonly version: string;
  /** Every setting as in the configuration file. Of the pictures, only whether they exist. */
  readonly settings: Wire;
  /** The addresses of its own pictures. */
  readonly pictures: ReturnType<typeof picturesOf>;
  /** The language of its pages where nobody asks for one. */
  readonly language: string;
  /** The replacements for unreadable or invisible colors. */
  readonly repairs: readonly ContrastRepair[];
};

/** @throws AdminError `not_found` */
export async function readTenant(admin: AdminContext, name: string | null): Promise<TenantDetail> {
  const tenant = await getTenant(admin, name);
  const stored = tenants.wire(tenant);
  const { theme, displayName, enabled } = tenant;
  return {
    name: tenant.name,
    displayName,
    enabled,
    version: entryVersion(stored),
    settings: withoutPictures(stored),
    pictures: picturesOf(tenant.name, theme),
    language: tenant.defaultLocale ?? admin.snapshot.portal.defaultLocale ?? 'en',
    repairs: tenantRepairs(tenant, admin.snapshot.portal),
  };
}

/** The clients and people of a tenant; `limit` is where counting the people stopped. */
export type TenantUsage = {
  readonly tenant: string;
  readonly clients: readonly TenantClient[];
  readonly people: number;
  readonly limit: number;
};
type TenantClient = { readonly clientId: string; readonly name: string };

export async function readTenantUsage({ db, snapshot }: AdminContext, name: string): Promise<TenantUsage> {
  const people = await countMembers(db, name);
  return { tenant: name, clients: clientsOf(name, snapshot), people, limit: countLimit };
}

/** The clients that belong to a tenant. */
export function clientsOf(name: string, { clients }: Pick<Snapshot, 'clients'>): readonly TenantClient[] {
  return [...clients.values()].flatMap(({ clientId, clientName, tenant }) =>
    tenant === name ? [{ clientId, name: clientName ?? clientId }] : [],
  );
}

/** The stored tenant. @throws AdminError `not_found` */
export async function getTenant({ db }: AdminContext, name: string | null): Promise<Tenant> {
  const found = name === null ? undefined : (await listTenants(db)).find((tenant) => tenant.name === name);
  if (found === undefined) throw notFound();
  return found;
}
