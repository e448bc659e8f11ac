import { isDeepStrictEqual } from 'node:util';
import { stringify } from 'yaml';
import type { ClientRecord } from '#lib/clients/client-record';
import { wireClient } from '#lib/clients/wire-client';
import type { Database } from '#lib/db/database';
import { readRevision } from '#lib/db/revision';
import { withoutDefaults } from './defaults';
import { readState, type State } from './state';
import { type Wire, wirePortal, wireProvider, wireScope, wireTenant, wireUser } from './wire';

/**
 * The whole configuration as a file that applyConfiguration() takes: sections, entries and keys in a fixed order, what
 * has its default left out. Secrets and passwords are hashes, the providers' secrets stay sealed under SIGNET_SECRET.
 */
export async function exportConfiguration(db: Database, format: 'yaml' | 'json' = 'yaml'): Promise<string> {
  const file = toFile(await readSettledState(db));
  if (format === 'json') return `${JSON.stringify(file, null, 2)}\n`;
  return stringify(file, { lineWidth: 0, aliasDuplicateObjects: false, compat: 'yaml-1.1' });
}

const attempts = 10;

/** Reads again when a writer came in between, so that the parts belong together. */
async function readSettledState(db: Database): Promise<State> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const before = await readRevision(db);
    const state = await readState(db);
    if ((await readRevision(db)) === before) return state;
  }
  throw new Error('the configuration changed again and again while it was read');
}

function toFile(state: State): Wire {
  const sections = {
    portal: withoutDefaults('portal', wirePortal(state.portal)),
    scopes: sorted(state.scopes, (scope) => scope.name).map((scope) => withoutDefaults('scopes', wireScope(scope))),
    clients: sorted(state.clients, (client) => client.clientId).map(exportClient),
    users: sorted(state.users, (user) => user.canonicalUsername).map((user) =>
      withoutDefaults('users', wireUser(user)),
    ),
    identity_providers: state.providers.map((provider) =>
      withoutDefaults('identity_providers', wireProvider(provider)),
    ),
    tenants: sorted(state.tenants, (tenant) => tenant.name).map((tenant) =>
      withoutDefaults('tenants', wireTenant(tenant)),
    ),
  };
  return Object.fromEntries(Object.entries(sections).filter(([, content]) => Object.keys(content).length > 0));
}

/** The default of response_types depends on the grants. */
function exportClient(client: ClientRecord): Wire {
  const { response_types: types, ...wire } = withoutDefaults('clients', wireClient(client));
  const usual = client.grantTypes.includes('authorization_code') ? ['code'] : [];
  return isDeepStrictEqual(types, usual) ? wire : withoutDefaults('clients', wireClient(client));
}

/** By code unit: the same on every machine and in both databases. */
function sorted<T>(entries: readonly T[], keyOf: (entry: T) => string): T[] {
  return [...entries].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}
