import type { AdminContext } from '../admin-context';
import { findClients, toClientLine } from '../clients/read-list';
import { clientPath, providerPath, scopePath, tenantPath } from '../entries/entry-path';
import { findProviders } from '../providers/list-providers';
import { addressWith } from '../query';
import { findScopes } from '../scopes/list-scopes';
import { findTenants } from '../tenants/list-tenants';
import { type SearchGroup, shownHits, toGroup } from './search-group';

/** The snapshot of the current request. */
type Memory = Pick<AdminContext, 'snapshot' | 'now'>;

/** Finds clients by name, ID and redirect URI. */
export function searchClients({ snapshot, now }: Memory, text: string, limit = shownHits): SearchGroup {
  const found = findClients({ snapshot, now }, { q: text });
  const href = addressWith('/admin/clients', { q: text }, {});
  return toGroup({ kind: 'client', href, text, limit }, found, {
    namesOf: ({ client }) => [client.clientId, client.clientName, ...client.redirectUris],
    toHit: (one) => {
      const { clientId, name, enabled, foundUri } = toClientLine(one, text, now);
      const detail = foundUri ?? (name === clientId ? null : clientId);
      return { id: clientId, name, detail, enabled, at: null, href: clientPath(clientId) };
    },
  });
}

/** Finds scopes by name, display name and resource. */
export function searchScopes({ snapshot }: Memory, text: string, limit = shownHits): SearchGroup {
  const href = addressWith('/admin/scopes', { q: text }, {});
  return toGroup({ kind: 'scope', href, text, limit }, findScopes(snapshot, text), {
    namesOf: ({ name, displayName, resource }) => [name, displayName, resource],
    toHit: ({ name, displayName, enabled }) => {
      return { id: name, name, detail: displayName, enabled, at: null, href: scopePath(name) };
    },
  });
}

/** Finds identity providers by name, display name, issuer and domain. */
export function searchProviders({ snapshot }: Memory, text: string, limit = shownHits): SearchGroup {
  const href = addressWith('/admin/providers', { q: text }, {});
  return toGroup({ kind: 'identity_provider', href, text, limit }, findProviders(snapshot, text), {
    namesOf: ({ name, displayName, domains }) => [name, displayName, ...domains],
    toHit: ({ name, displayName, enabled }) => {
      return { id: name, name: displayName, detail: name, enabled, at: null, href: providerPath(name) };
    },
  });
}

/** Finds tenants by name and display name. */
export function searchTenants({ snapshot }: Memory, text: string, limit = shownHits): SearchGroup {
  const href = addressWith('/admin/tenants', { q: text }, {});
  return toGroup({ kind: 'tenant', href, text, limit }, findTenants(snapshot, text), {
    namesOf: ({ name, displayName }) => [name, displayName],
    toHit: ({ name, displayName, enabled }) => {
      return { id: name, name: displayName, detail: name, enabled, at: null, href: tenantPath(name) };
    },
  });
}
