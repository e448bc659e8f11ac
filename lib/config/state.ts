import type { ClientRecord } from '#lib/clients/client-record';
import { listClients } from '#lib/clients/store';
import type { Database, Transaction } from '#lib/db/database';
import type { ProviderRecord } from '#lib/providers/provider-record';
import { listProviders } from '#lib/providers/store';
import type { Scope } from '#lib/scopes/scope';
import { listScopes } from '#lib/scopes/store';
import { defaultPortal } from '#lib/tenants/portal-schema';
import { findPortal, listTenants } from '#lib/tenants/store';
import type { Portal, Tenant } from '#lib/tenants/tenant';
import { listUsers, type UserSelection } from '#lib/users/store';
import type { User } from '#lib/users/user';
import type { ConfigurationFile } from './file';

/** The whole configuration as stored. */
export type State = {
  readonly portal: Portal;
  readonly scopes: readonly Scope[];
  readonly clients: readonly ClientRecord[];
  readonly users: readonly User[];
  readonly providers: readonly ProviderRecord[];
  readonly tenants: readonly Tenant[];
};

/** The users that matter for a file: there may be very many others. */
export function usersToRead(
  { sections }: Pick<ConfigurationFile, 'sections'>,
  prune: boolean,
  alsoNames: readonly string[] = [],
): UserSelection {
  if (prune) return 'all';
  const { users = [], clients = [] } = sections;
  const subs = users.flatMap(({ sub }) => sub ?? []);
  return {
    names: [...users.map(({ canonicalUsername }) => canonicalUsername), ...alsoNames],
    // No client may have a user's sub for its name.
    subs: [...subs, ...clients.map(({ clientId }) => clientId)],
  };
}

/** Reads the configuration; inside a transaction that began with bumpRevision() it cannot change meanwhile. */
export async function readState(db: Database | Transaction, users: UserSelection = 'all'): Promise<State> {
  return {
    portal: (await findPortal(db)) ?? defaultPortal,
    scopes: await listScopes(db),
    clients: await listClients(db),
    users: await listUsers(db, users),
    providers: await listProviders(db),
    tenants: await listTenants(db),
  };
}
