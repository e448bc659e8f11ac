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
import type { SectionName } from './sections';

/** The whole configuration as stored. */
export type State = {
  readonly portal: Portal;
  readonly scopes: readonly Scope[];
  readonly clients: readonly ClientRecord[];
  readonly users: readonly User[];
  readonly providers: readonly ProviderRecord[];
  readonly tenants: readonly Tenant[];
};

/** What a change deletes beyond what its file says. */
export type Removal = {
  /** Whether entries and sections that are not in the file are deleted. */
  readonly prune: boolean;
  /** Entries to delete by section, besides: names, client_ids, canonical user names. */
  readonly remove?: Partial<Readonly<Record<SectionName, readonly string[]>>>;
};

/** What of the long sections is read. */
type Selection = {
  readonly users: UserSelection;
  /** By client_id; null for all of them. */
  readonly clients: readonly string[] | null;
};

const everything: Selection = { users: 'all', clients: null };

/** A file with more clients than this is compared with all of them. */
const fewClients = 300;

/**
 * The entries that matter for a file: there may be very many others, and whoever saves one client shall not wait for
 * ten thousand.
 */
export function entriesToRead(
  { sections }: Pick<ConfigurationFile, 'sections'>,
  { prune, remove = {} }: Removal,
): Selection {
  if (prune) return everything;
  const { users = [], clients = [] } = sections;
  const subs = users.flatMap(({ sub }) => sub ?? []);
  const clientIds = clients.map(({ clientId }) => clientId);
  // Any client may name what goes, and a misspelt partner of a token exchange may mean any of them.
  const { users: usernames = [], ...others } = remove;
  const all =
    clientIds.length > fewClients ||
    Object.values(others).some((names) => names.length > 0) ||
    clients.some(({ tokenExchange }) => tokenExchange !== null);
  return {
    // No client may have a user's sub for its name, nor a user a client's.
    users: {
      names: [...users.map(({ canonicalUsername }) => canonicalUsername), ...usernames],
      subs: [...subs, ...clientIds],
    },
    clients: all || subs.length > fewClients ? null : [...clientIds, ...subs],
  };
}

/** Reads the configuration; inside a transaction that began with bumpRevision() it cannot change meanwhile. */
export async function readState(
  db: Database | Transaction,
  { users, clients }: Selection = everything,
): Promise<State> {
  return {
    portal: (await findPortal(db)) ?? defaultPortal,
    scopes: await listScopes(db),
    clients: await listClients(db, clients),
    users: await listUsers(db, users),
    providers: await listProviders(db),
    tenants: await listTenants(db),
  };
}
