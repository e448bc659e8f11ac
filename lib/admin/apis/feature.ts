import { apiPath } from '../entries/entry-path';
import type { Feature } from '../feature';
import { addressWith } from '../query';
import { shownHits, toGroup } from '../search/search-group';
import { findApis } from './read';
import { texts } from './texts';

/** What other features know of the APIs. */
export const apisFeature = {
  objects: { api: (name) => apiPath(name) },
  palette: [{ label: texts.create, href: '/admin/apis/new', permission: 'edit' }],
  /** By name, display name and URIs. */
  search: ({ snapshot }, text, limit = shownHits) => {
    const href = addressWith('/admin/apis', { q: text }, {});
    return toGroup({ kind: 'api', href, text, limit }, findApis(snapshot, text), {
      namesOf: ({ name, displayName, resources }) => [name, displayName, ...resources],
      toHit: ({ name, displayName, enabled }) => {
        return { id: name, name, detail: displayName, enabled, at: null, href: apiPath(name) };
      },
    });
  },
} satisfies Feature;
