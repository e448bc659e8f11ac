import { scopePath } from '../entries/entry-path';
import type { Feature } from '../feature';
import { addressWith } from '../query';
import { shownHits, toGroup } from '../search/search-group';
import { findScopes } from './read';

/** What other features know of the scopes. */
export const scopesFeature = {
  objects: { scope: (name) => scopePath(name) },
  /** By name, display name and resource. */
  search: ({ snapshot }, text, limit = shownHits) => {
    const href = addressWith('/admin/scopes', { q: text }, {});
    return toGroup({ kind: 'scope', href, text, limit }, findScopes(snapshot, text), {
      namesOf: ({ name, displayName, resource }) => [name, displayName, resource],
      toHit: ({ name, displayName, enabled }) => {
        return { id: name, name, detail: displayName, enabled, at: null, href: scopePath(name) };
      },
    });
  },
} satisfies Feature;
