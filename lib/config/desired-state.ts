import { desiredClient, desiredScope, desiredUser } from './desired';
import { desiredProviders } from './desired-providers';
import type { Kind } from './diff';
import type { ConfigurationFile } from './file';
import { kinds } from './kinds';
import type { Passwords } from './passwords';
import type { State } from './state';

/**
 * The entries that a file describes, as they will be stored.
 * @param secret SIGNET_SECRET
 * @throws ConfigurationError when a provider's sealed secret does not open
 */
export function desiredState(state: State, file: ConfigurationFile, passwords: Passwords, secret: string) {
  const { scopes = [], clients = [], users = [], tenants = [] } = file.sections;
  const storedScope = byId(kinds.scopes, state.scopes);
  const storedClient = byId(kinds.clients, state.clients);
  const storedUser = byId(kinds.users, state.users);
  return {
    scopes: scopes.map((entry) => desiredScope(entry, storedScope.get(entry.name))),
    clients: clients.map((entry) => desiredClient(entry, storedClient.get(entry.clientId))),
    users: users.map((entry) => desiredUser(entry, storedUser.get(entry.canonicalUsername), passwords)),
    providers: desiredProviders(file, state.providers, secret),
    tenants,
  };
}

function byId<Stored>(kind: Kind<Stored>, entries: readonly Stored[]): ReadonlyMap<string, Stored> {
  return new Map(entries.map((entry) => [kind.id(entry), entry]));
}
