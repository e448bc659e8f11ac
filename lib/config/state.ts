import { hasClientOf, listClients } from '#lib/clients/client-store';
import type { Database, Transaction } from '#lib/db/database';
import { listProviders } from '#lib/providers/provider-store';
import { builtInScopes } from '#lib/scopes/built-in';
import { listScopes } from '#lib/scopes/scope-store';
import { defaultPortal } from '#lib/tenants/portal-schema';
import { findPortal, listTenants } from '#lib/tenants/tenant-store';
import type { UserSelection } from '#lib/users/user-store';
import type { EntrySection } from '#lib/vocabulary/wire-entry';
import { listConfiguredUsers } from './second-factors';
import type { Sections, State } from './sections';

/** What a change deletes beyond what its file says. */
export type Removal = {
  /** Whether entries and sections that are not in the file are deleted. */
  readonly prune: boolean;
  /** Entries to delete by section, besides: names, client_ids, canonical usernames. */
  readonly remove?: Partial<Readonly<Record<EntrySection, readonly string[]>>>;
};

/** What of the long sections is read. */
type Selection = {
  readonly users: UserSelection;
  /** By client_id; null for all of them. */
  readonly clients: readonly string[] | null;
  /** The scopes of the file: any client may have to do with one that has a client's name (see checkTokenTypes()). */
  readonly scopes: readonly string[];
};

const everything: Selection = { users: 'all', clients: null, scopes: [] };

/** A file with more clients than this is compared with all of them. */
const fewClients = 300;

/**
 * The entries that matter for a file: there may be very many others, and whoever saves one client shall not wait for
 * ten thousand.
 */
export function entriesToRead(
  { sections }: { readonly sections: Sections },
  { prune, remove = {} }: Removal,
): Selection {
  if (prune) return everything;
  const { portal, users = [], clients = [], scopes = [] } = sections;
  const subs = users.flatMap(({ sub }) => sub ?? []);
  const clientIds = clients.map(({ clientId }) => clientId);
  // Any client may name what goes, or an alias of the portal, and a misspelt partner of a token exchange may mean any.
  const { users: usernames = [], ...others } = remove;
  const all =
    portal !== undefined ||
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
    scopes: scopes.map(({ name }) => name),
  };
}

/** Reads the configuration; inside a transaction that began with bumpRevision() it cannot change meanwhile. */
export async function readState(
  db: Database | Transaction,
  { users, clients, scopes: listed }: Selection = everything,
): Promise<State> {
  const scopes = await listScopes(db);
  const names = [...builtInScopes.keys(), ...scopes.map(({ name }) => name), ...listed];
  return {
    portal: (await findPortal(db)) ?? defaultPortal,
    scopes,
    clients: await listClients(db, clients === null || (await isShared(db, names, clients)) ? null : clients),
    users: await listConfiguredUsers(db, users),
    identity_providers: await listProviders(db),
    tenants: await listTenants(db),
  };
}

/** Whether a scope has the name of a client, which hardly one has. */
async function isShared(
  db: Database | Transaction,
  scopes: readonly string[],
  clients: readonly string[],
): Promise<boolean> {
  const names = new Set(scopes);
  return clients.some((clientId) => names.has(clientId)) || hasClientOf(db, [...names]);
}
