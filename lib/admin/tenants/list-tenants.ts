import type { Snapshot } from '#lib/snapshot/snapshot';
import type { Tenant } from '#lib/tenants/tenant';
import type { AdminContext } from '../admin-context';
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
