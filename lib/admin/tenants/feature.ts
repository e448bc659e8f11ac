import { tenantPath } from '../entries/entry-path';
import type { Feature } from '../feature';
import { addressWith } from '../query';
import { shownHits, toGroup } from '../search/search-group';
import { findTenants } from './read';

/** What other features know of the tenants. */
export const tenantsFeature = {
  objects: { tenant: (name) => tenantPath(name) },
  /** By name and display name. */
  search: ({ snapshot }, text, limit = shownHits) => {
    const href = addressWith('/admin/tenants', { q: text }, {});
    return toGroup({ kind: 'tenant', href, text, limit }, findTenants(snapshot, text), {
      namesOf: ({ name, displayName }) => [name, displayName],
      toHit: ({ name, displayName, enabled }) => {
        return { id: name, name: displayName, detail: name, enabled, at: null, href: tenantPath(name) };
      },
    });
  },
} satisfies Feature;
